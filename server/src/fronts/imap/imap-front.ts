import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '../../app/mail.ts'
import { Door } from '../../lib/door.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { Listener, type Preface } from '../../lib/net/listener.ts'
import { tlsPreface } from '../../lib/net/tls-preface.ts'
import type { ServerContexts } from '../../lib/tls/certificate-shelf.ts'
import type { Limits } from '../../protocols/imap/session.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { type Guest, Handshake } from './handshake.ts'
import { ImapLog } from './imap-log.ts'
import type { LogInBrake } from './log-in-brake.ts'

export interface ImapFrontOptions {
  readonly mail: Mail
  readonly host: string
  /** For STARTTLS, and for TLS from the first byte. */
  readonly port: number
  readonly tlsPort: number
  readonly hostname: string
  readonly version: string
  readonly tls: ServerContexts
  /** What a connection goes through first, on either port. */
  readonly prefaces: { readonly starttls: readonly Preface[]; readonly tls: readonly Preface[] }
  readonly allowPlain: boolean
  readonly limits: Limits
  readonly idleMs: ConnectionOptions['idleMs']
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly brake: LogInBrake
  readonly log: Logger
  readonly registry: Registry
}

/** Who idles says nothing for half an hour: probes find out who is gone, and remind routers of the rest. */
const KEEP_ALIVE_MS = 120_000
/** RFC 7301 §6, as IANA has registered it. */
const ALPN = 'imap'
/** A revocation ends open sessions within 5 s. */
const KEY_CHECK_MS = 2_000

/** Lets mail programs in. */
export class ImapFront implements Service {
  readonly name = 'imap'
  readonly #log: ImapLog
  readonly #door: Door<Guest>
  readonly #connectionOptions: ConnectionOptions
  readonly #leave = (closed: Guest): void => this.#door.leave(closed)
  readonly #mail: Mail
  readonly #starttls: Listener
  readonly #secure: Listener
  #keyCheck: NodeJS.Timeout | undefined

  constructor(options: ImapFrontOptions) {
    const { tls: contexts, prefaces } = options
    this.#mail = options.mail
    this.#door = new Door(options.maxConnections, options.maxConnectionsPerAddress)
    this.#log = new ImapLog(options.log, options.registry, () => this.#door.size)
    this.#connectionOptions = shareOptions(options, this.#log)
    const shared = {
      host: options.host,
      // The door counts handshakes, and makes room: whoever comes then must get as far as the door.
      maxWaiting: 2 * options.maxConnections,
      keepAliveMs: KEEP_ALIVE_MS,
      broken: (error: Error): void => this.#log.broken(error),
    }
    this.#starttls = new Listener({
      ...shared,
      port: options.port,
      prefaces: prefaces.starttls,
      welcome: (socket) => this.#welcome(socket),
    })
    this.#secure = new Listener({
      ...shared,
      port: options.tlsPort,
      prefaces: [...prefaces.tls, this.#counted(tlsPreface({ contexts, protocols: [ALPN] }))],
      welcome: (socket) => this.#enter(socket),
    })
  }

  get port(): number {
    return this.#starttls.port
  }

  get tlsPort(): number {
    return this.#secure.port
  }

  async start(): Promise<void> {
    await this.#starttls.listen()
    await this.#secure.listen()
    this.#keyCheck = setInterval(() => void this.#checkKeys(), KEY_CHECK_MS).unref()
  }

  /** The command in hand is finished, then everyone hears BYE. */
  async stop(deadline: AbortSignal): Promise<void> {
    clearInterval(this.#keyCheck)
    const closed = [this.#starttls.close(), this.#secure.close()]
    for (const connection of this.#door.connections()) connection.shutdown('The server is stopping')
    const giveUp = () => {
      for (const connection of this.#door.connections()) connection.destroy()
    }
    if (deadline.aborted) giveUp()
    deadline.addEventListener('abort', giveUp, { once: true })
    await Promise.all(closed)
    deadline.removeEventListener('abort', giveUp)
  }

  /** Each key once, however many sessions it has. */
  async #checkKeys(): Promise<void> {
    const byKey = new Map<string, Guest[]>()
    for (const connection of this.#door.connections()) {
      const { entrance } = connection
      if (entrance) byKey.set(entrance.keyId, [...(byKey.get(entrance.keyId) ?? []), connection])
    }
    for (const connections of byKey.values()) {
      try {
        await this.#mail.authenticate(connections[0]?.entrance?.secret ?? '')
      } catch (error) {
        this.#end(connections, error)
      }
    }
  }

  /** A store that does not answer says nothing about a key. */
  #end(connections: readonly Guest[], error: unknown): void {
    const code = (error as { code?: unknown }).code
    const revoked = code === 'invalid_key' || code === 'revoked_key' || code === 'suspended'
    if (!revoked) this.#log.failed(error)
    for (const connection of revoked ? connections : []) connection.shutdown('Your key is no longer valid, use another')
  }

  #welcome(socket: Socket): void {
    if (this.#admits(socket)) {
      this.#enter(socket)
      return
    }
    socket.on('error', (error) => this.#log.broken(error))
    socket.end('* BYE Too many connections, try again later\r\n')
    socket.destroySoon()
  }

  /** RFC 8314 §3.2: TLS from the first byte. A handshake costs more than a session that idles, so it is counted before. */
  #counted(shakeHands: Preface): Preface {
    return (socket, next, fail) => {
      if (!this.#admits(socket)) {
        socket.destroy()
        return
      }
      const handshake = new Handshake(socket)
      this.#door.enter(handshake)
      socket.once('close', () => this.#door.leave(handshake))
      const enter = (secure: Socket): void => {
        this.#door.leave(handshake)
        next(secure)
      }
      shakeHands(socket, enter, fail)
    }
  }

  #admits(socket: Socket): boolean {
    const admission = this.#door.admit(socket.remoteAddress ?? '')
    this.#log.connection(admission)
    return admission !== 'refused'
  }

  #enter(socket: Socket): void {
    this.#door.enter(new Connection(socket, this.#connectionOptions, this.#leave))
  }
}

function shareOptions(options: ImapFrontOptions, log: ImapLog): ConnectionOptions {
  return {
    ...options,
    id: { name: 'Mayfly', version: options.version },
    log,
    now: () => performance.now(),
    failed: (error) => log.failed(error),
  }
}
