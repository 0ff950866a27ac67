import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '../../app/mail.ts'
import { Door } from '../../lib/door.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { upgradeToTls } from '../../lib/net/upgrade-to-tls.ts'
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
  readonly tls: { readonly key: string; readonly cert: string }
  readonly allowPlain: boolean
  readonly limits: Limits
  readonly idleMs: ConnectionOptions['idleMs']
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly brake: LogInBrake
  readonly log: Logger
  readonly registry: Registry
}

interface Listener {
  readonly server: Server
  readonly port: number
}

const BACKLOG = 4_096
/** Who idles says nothing for half an hour: probes find out who is gone, and remind routers of the rest. */
const SOCKETS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 120_000 }
/** A revocation ends open sessions within 5 s. */
const KEY_CHECK_MS = 2_000

/** Lets mail programs in. */
export class ImapFront implements Service {
  readonly name = 'imap'
  readonly #options: ImapFrontOptions
  readonly #log: ImapLog
  readonly #door: Door<Guest>
  readonly #connectionOptions: ConnectionOptions
  readonly #leave = (closed: Guest): void => this.#door.leave(closed)
  readonly #servers: readonly Listener[]
  #keyCheck: NodeJS.Timeout | undefined

  constructor(options: ImapFrontOptions) {
    this.#options = options
    this.#door = new Door(options.maxConnections, options.maxConnectionsPerAddress)
    this.#log = new ImapLog(options.log, options.registry, () => this.#door.size)
    this.#connectionOptions = shareOptions(options, this.#log)
    this.#servers = [
      { server: createServer(SOCKETS, (socket) => this.#welcome(socket)), port: options.port },
      { server: createServer(SOCKETS, (socket) => this.#shakeHands(socket)), port: options.tlsPort },
    ]
  }

  get port(): number {
    return this.#portOf(0)
  }

  get tlsPort(): number {
    return this.#portOf(1)
  }

  #portOf(index: number): number {
    const { server, port } = this.#servers[index] as Listener
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  async start(): Promise<void> {
    for (const { server, port } of this.#servers) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen({ host: this.#options.host, port, backlog: BACKLOG }, resolve)
      await promise
      server.off('error', reject)
    }
    this.#keyCheck = setInterval(() => void this.#checkKeys(), KEY_CHECK_MS).unref()
  }

  /** The command in hand is finished, then everyone hears BYE. */
  async stop(deadline: AbortSignal): Promise<void> {
    clearInterval(this.#keyCheck)
    const closed = this.#servers
      .filter(({ server }) => server.listening)
      .map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve())))
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
        await this.#options.mail.authenticate(connections[0]?.entrance?.secret ?? '')
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
  #shakeHands(socket: Socket): void {
    if (!this.#admits(socket)) {
      socket.destroy()
      return
    }
    const handshake = new Handshake(socket)
    this.#door.enter(handshake)
    const broken = (error: Error): void => {
      this.#log.broken(error)
      socket.destroy()
    }
    socket.on('error', broken)
    socket.once('close', () => this.#door.leave(handshake))
    const enter = (secure: Socket): void => {
      this.#door.leave(handshake)
      this.#enter(secure)
    }
    upgradeToTls(socket, this.#connectionOptions.secureContext as SecureContext, enter, broken)
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
    secureContext: createSecureContext({ ...options.tls, minVersion: 'TLSv1.2' }),
    log,
    now: () => performance.now(),
    failed: (error) => log.failed(error),
  }
}
