import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Service } from '../../lib/lifecycle.ts'
import { buildAppServer } from './app-server.ts'
import { drain } from './drain.ts'
import { HeldRequests } from './held-requests.ts'
import { RequestMetrics } from './request-metrics.ts'
import { addHealth } from './routes/health.ts'
import { addMetrics } from './routes/metrics.ts'

export interface WatchFrontOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  readonly registry: Registry
  /** As in HttpFrontOptions. */
  readonly ready: () => Promise<readonly string[]>
  readonly without: () => readonly string[]
}

const MAX_CONNECTIONS = 100

/** For a node without the HTTP API: /metrics, /healthz and /readyz alone, for those who look after it. */
export class WatchFront implements Service {
  readonly name = 'watch'
  readonly #options: WatchFrontOptions
  #app: FastifyInstance | null = null
  #stopping = false

  constructor(options: WatchFrontOptions) {
    this.#options = options
  }

  /** The real one, once started. */
  get port(): number {
    return (this.#app?.server.address() as AddressInfo | null | undefined)?.port ?? this.#options.port
  }

  async start(): Promise<void> {
    const { host, port, log, registry, ready, without } = this.#options
    this.#app = buildAppServer({
      log,
      metrics: new RequestMetrics(registry, new HeldRequests()),
      maxConnections: MAX_CONNECTIONS,
      trustedProxies: [],
      dashboard: null,
      addRoutes: (app) => {
        addMetrics(app, registry)
        addHealth(app, { log, ready, without, stopping: () => this.#stopping })
      },
    })
    await this.#app.listen({ host, port })
  }

  async stop(deadline: AbortSignal): Promise<void> {
    this.#stopping = true
    const app = this.#app
    if (app) await drain([app.server], app.close(), deadline)
  }
}
