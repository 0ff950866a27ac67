import type { Socket } from 'node:net'
import type { TlsInfo } from '../../domain/message.ts'
import { upgradeToTls } from '../../lib/net/upgrade-to-tls.ts'
import type { ServerContexts } from '../../lib/tls/certificate-shelf.ts'
import { type Channel, type Limits, SmtpSession } from '../../protocols/smtp/session.ts'
import { Transaction, type TransactionOptions } from './transaction.ts'

export interface ConnectionOptions extends TransactionOptions {
  readonly limits: Limits
  readonly idleMs: number
  readonly tls: ServerContexts | null
}

/** RFC 5321 §4.5.3.2 gives a client ten minutes for the end of a message: who needs longer is holding a place. */
const MESSAGE_MS = 600_000
/** What a client may leave unread of our replies before we stop listening to it. */
const MAX_UNREAD = 64 * 1024

/** Carries bytes between one socket and its session. */
export class Connection implements Channel {
  readonly address: string
  readonly #options: ConnectionOptions
  readonly #session: SmtpSession
  #socket: Socket
  #tls: TlsInfo | null = null
  #messageSince: number | null = null

  constructor(socket: Socket, options: ConnectionOptions, onClose: (connection: Connection) => void) {
    this.address = socket.remoteAddress ?? ''
    this.#options = options
    this.#socket = socket
    this.#session = new SmtpSession({
      hostname: options.hostname,
      limits: options.limits,
      startTls: options.tls !== null,
      handler: new Transaction(options, { address: this.address, tls: () => this.#tls }),
      channel: this,
    })
    socket.once('close', () => {
      this.#session.closed()
      onClose(this)
    })
    this.#attach(socket)
    this.#session.greet()
  }

  /** No message in hand: this connection can be ended without loss. */
  get idle(): boolean {
    return this.#session.idle
  }

  shutdown(): void {
    this.#session.shutdown()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Ends a connection whose message takes longer than anyone needs. */
  endIfStalled(now: number): void {
    if (this.idle) this.#messageSince = null
    else this.#messageSince ??= now
    if (this.#messageSince === null || now - this.#messageSince < MESSAGE_MS) return
    this.#timeOut()
  }

  write(text: string): void {
    if (this.#socket.write(text, 'latin1') || this.#socket.writableLength < MAX_UNREAD) return
    this.#socket.pause()
    this.#socket.once('drain', () => this.#socket.resume())
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
        this.#tls = { version: secure.getProtocol() ?? '', cipher: secure.getCipher().standardName }
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
    socket.setTimeout(this.#options.idleMs, () => this.#timeOut())
  }

  #timeOut(): void {
    this.#socket.end('421 4.4.2 Time-out, closing\r\n')
    this.#socket.destroySoon()
  }

  #broken(error: Error): void {
    this.#options.log.broken(error)
    this.#socket.destroy()
  }
}
