import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Mail } from '../../app/mail.ts'
import { Door } from '../../lib/door.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { Listener, type Preface } from '../../lib/net/listener.ts'
import type { ServerContexts } from '../../lib/tls/certificate-shelf.ts'
import type { Limits } from '../../protocols/smtp/session.ts'
import { Connection } from './connection.ts'
import { MemoryBudget } from './memory-budget.ts'
import { SmtpLog } from './smtp-log.ts'

export interface SmtpFrontOptions {
  readonly mail: Mail
  readonly host: string
  readonly port: number
  readonly hostname: string
  readonly postmasterDomain: string
  /** Null offers no STARTTLS. */
  readonly tls: ServerContexts | null
  /** What a connection goes through before we greet it. */
  readonly prefaces: readonly Preface[]
  readonly limits: Limits
  readonly idleMs: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly spoolDir: string
  readonly log: Logger
  readonly registry: Registry
}

const ARRIVING_BYTES = 64 * 1024 * 1024
const STALL_CHECK_MS = 10_000

/** Listens for mail. */
export class SmtpFront implements Service {
  readonly name = 'smtp'
  readonly #options: SmtpFrontOptions
  readonly #log: SmtpLog
  readonly #door: Door<Connection>
  readonly #budget = new MemoryBudget(ARRIVING_BYTES)
  readonly #listener: Listener
  #stallCheck: NodeJS.Timeout | undefined

  constructor(options: SmtpFrontOptions) {
    const { host, port, prefaces, registry } = options
    this.#options = options
    this.#log = new SmtpLog(options.log, registry)
    this.#door = new Door(options.maxConnections, options.maxConnectionsPerAddress)
    this.#listener = new Listener({
      ...{ host, port, prefaces, maxWaiting: options.maxConnections },
      welcome: (socket) => this.#welcome(socket),
      broken: (error) => this.#log.broken(error),
    })
    const door = this.#door
    new Gauge({
      name: 'mayfly_smtp_open_connections',
      help: 'SMTP connections open now.',
      registers: [registry],
      collect() {
        this.set(door.size)
      },
    })
  }

  get port(): number {
    return this.#listener.port
  }

  async start(): Promise<void> {
    await mkdir(this.#options.spoolDir, { recursive: true, mode: 0o700 })
    await this.#listener.listen()
    this.#stallCheck = setInterval(() => {
      for (const connection of this.#door.connections()) connection.endIfStalled(Date.now())
    }, STALL_CHECK_MS).unref()
  }

  /** Messages in hand are finished and answered, everyone else hears 421. */
  async stop(deadline: AbortSignal): Promise<void> {
    clearInterval(this.#stallCheck)
    const closed = this.#listener.close()
    for (const connection of this.#door.connections()) connection.shutdown()
    const giveUp = () => {
      for (const connection of this.#door.connections()) connection.destroy()
    }
    if (deadline.aborted) giveUp()
    deadline.addEventListener('abort', giveUp, { once: true })
    await closed
    deadline.removeEventListener('abort', giveUp)
  }

  #welcome(socket: Socket): void {
    const admission = this.#door.admit(socket.remoteAddress ?? '')
    this.#log.connection(admission)
    if (admission === 'refused') {
      socket.on('error', (error) => this.#log.broken(error))
      socket.end('421 4.7.0 Too many connections, try again later\r\n')
      socket.destroySoon()
      return
    }
    const { mail, hostname, postmasterDomain, limits, idleMs, spoolDir, tls } = this.#options
    const connection = new Connection(
      socket,
      {
        mail,
        hostname,
        postmasterDomain,
        limits,
        idleMs,
        spoolDir,
        tls,
        budget: this.#budget,
        log: this.#log,
      },
      (closed) => this.#door.leave(closed),
    )
    this.#door.enter(connection)
  }
}
