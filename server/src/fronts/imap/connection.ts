import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Mail } from '../../app/mail.ts'
import { isLoopback } from '../../lib/net/is-loopback.ts'
import { upgradeToTls } from '../../lib/net/upgrade-to-tls.ts'
import type { ServerContexts } from '../../lib/tls/certificate-shelf.ts'
import { type Channel, ImapSession, type Limits } from '../../protocols/imap/session.ts'
import type { Guest } from './handshake.ts'
import type { ImapLog } from './imap-log.ts'
import type { LogInBrake } from './log-in-brake.ts'
import { type Caller, type Entrance, MailBackend } from './mail-backend.ts'

/** The same for all connections of a front: thousands may be idle, and each should hold little of its own. */
export interface ConnectionOptions {
  readonly mail: Mail
  readonly hostname: string
  readonly id: { readonly name: string; readonly version: string }
  readonly limits: Limits
  /** Before log-in, and after it: RFC 3501 §5.4 asks for 30 minutes at least. */
  readonly idleMs: { readonly stranger: number; readonly known: number }
  readonly tls: ServerContexts | null
  readonly allowPlain: boolean
  readonly brake: LogInBrake
  readonly log: ImapLog
  now(): number
  failed(error: unknown): void
}

/** Carries bytes between one socket and its session. */
export class Connection implements Channel, Caller, Guest {
  readonly address: string
  readonly #options: ConnectionOptions
  readonly #session: ImapSession
  #socket: Socket
  #entrance: Entrance | null = null
  #gone: AbortController | null = null
  #wasSilent = false

  constructor(socket: Socket, options: ConnectionOptions, onClose: (connection: Connection) => void) {
    this.address = socket.remoteAddress ?? ''
    this.#options = options
    this.#socket = socket
    const tls = socket instanceof TLSSocket
    // Each name for itself: V8 keeps the copy that a spread makes in two parts.
    this.#session = new ImapSession({
      channel: this,
      backend: new MailBackend(options.mail, options.brake, this),
      hostname: options.hostname,
      id: options.id,
      limits: options.limits,
      tls,
      startTls: options.tls !== null && !tls,
      allowPlain: options.allowPlain || isLoopback(this.address),
      now: options.now,
      failed: options.failed,
    })
    // Not `once`, here and below, which wraps each listener.
    socket.on('close', () => {
      this.#gone?.abort()
      this.#session.closed()
      onClose(this)
    })
    this.#attach(socket)
    this.#session.greet()
  }

  get idle(): boolean {
    return this.#session.idle
  }

  get entrance(): Entrance | null {
    return this.#entrance
  }

  /** Aborts when the peer goes away. */
  get gone(): AbortSignal {
    this.#gone ??= new AbortController()
    return this.#gone.signal
  }

  enter(entrance: Entrance): void {
    this.#entrance = entrance
    this.#socket.setTimeout(this.#options.idleMs.known)
  }

  shutdown(reason = 'The server needs the place, come again'): void {
    this.#session.shutdown(reason)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  write(bytes: Uint8Array): void | Promise<void> {
    const socket = this.#socket
    if (socket.write(bytes) || socket.destroyed) return
    return new Promise((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done)
        resolve()
      }
      socket.once('drain', done).once('close', done)
    })
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    this.#socket.end()
    // A peer that never closes its side is not waited for.
    this.#socket.setTimeout(1_000, () => this.#socket.destroy())
  }

  startTls(): void {
    const contexts = this.#options.tls as ServerContexts
    upgradeToTls(
      this.#socket,
      { contexts },
      (secure) => {
        this.#socket = secure
        this.#session.secured()
        this.#attach(secure)
      },
      (error) => this.#broken(error),
    )
  }

  #attach(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => this.#session.receive(chunk))
    socket.on('error', (error) => this.#broken(error))
    const { stranger, known } = this.#options.idleMs
    socket.on('timeout', () => this.#timeOut())
    socket.setTimeout(this.#entrance ? known : stranger)
  }

  /** Who neither lets us finish the command in hand nor reads our BYE is not waited for a second time. */
  #timeOut(): void {
    const socket = this.#socket
    if (this.#wasSilent) {
      socket.destroy()
      return
    }
    this.#wasSilent = true
    socket.setTimeout(socket.timeout ?? 0)
    this.#session.shutdown('You were silent for too long')
  }

  #broken(error: Error): void {
    this.#options.log.broken(error)
    this.#socket.destroy()
  }
}
