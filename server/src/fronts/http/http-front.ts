import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '../../app/mail.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { addApiRoutes } from './add-api-routes.ts'
import { AnswerCache } from './answer-cache.ts'
import { collectApiRoutes } from './api-routes.ts'
import { type AppServerOptions, buildAppServer } from './app-server.ts'
import { DashboardFiles } from './dashboard-files.ts'
import { drain } from './drain.ts'
import { HeldRequests } from './held-requests.ts'
import { noteAnswersOf } from './note-answers.ts'
import { quickPoll } from './quick-poll.ts'
import { RequestMetrics } from './request-metrics.ts'
import { addDocs } from './routes/docs.ts'
import { GET_MAIL } from './routes/get-mail.ts'
import { addMcp, type McpDoor } from './routes/mcp.ts'
import { addLoopbackMetrics, addMetrics } from './routes/metrics.ts'
import type { DiskUse } from './routes/v1/v1-options.ts'

export interface HttpFrontOptions {
  readonly mail: Mail
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The public address, used in links; null makes it of the host and the real port. */
  readonly baseUrl: string | null
  readonly log: Logger
  readonly metrics: {
    /** A port of its own; null puts /metrics on the main port, for loopback peers alone. */
    readonly port: number | null
    readonly registry: Registry
  }
  /** What is not ready yet; empty means ready. */
  readonly ready: () => Promise<readonly string[]>
  /** What is done without for now, although it is ready. */
  readonly without?: () => readonly string[]
  /** Those whose word about the client's address is taken. */
  readonly trustedProxies?: readonly string[]
  /** What the data takes, and what is left; nothing where nobody knows. */
  readonly disk?: () => Promise<DiskUse>
  readonly maxConnections?: number
  /** Where the built dashboard is; null serves none. */
  readonly dashboardDir?: string | null
  /** One that is served here, for the examples of the documentation. */
  readonly domain?: string
  /** Answers what comes to /mcp; without it there is no such path. */
  readonly mcp?: McpDoor
}

const MAX_CONNECTIONS = 10_000
const SAMPLE_DOMAIN = 'mayfly.test'

/** The HTTP API. */
export class HttpFront implements Service {
  readonly name = 'http'
  readonly #options: HttpFrontOptions
  readonly #held = new HeldRequests()
  readonly #answers = new AnswerCache()
  #main: FastifyInstance | null = null
  #metrics: FastifyInstance | null = null
  #stopping = false
  #closing: Promise<unknown> | null = null

  constructor(options: HttpFrontOptions) {
    this.#options = options
  }

  /** The real one, once started. */
  get port(): number {
    return portOf(this.#main) ?? this.#options.port
  }

  get metricsPort(): number | null {
    return portOf(this.#metrics)
  }

  get baseUrl(): string {
    const { baseUrl, host } = this.#options
    if (baseUrl !== null) return baseUrl.replace(/\/+$/, '')
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.port}`
  }

  async start(): Promise<void> {
    const { host, log, port, metrics, dashboardDir = null, trustedProxies = [] } = this.#options
    const dashboard = new DashboardFiles(dashboardDir, () => this.#options.mail.expectReader())
    const shared = {
      log,
      trustedProxies,
      metrics: new RequestMetrics(metrics.registry, this.#held),
      maxConnections: this.#options.maxConnections ?? MAX_CONNECTIONS,
    }
    this.#main = buildAppServer({ ...shared, ...this.#routes(shared.metrics, dashboard) })
    try {
      await this.#main.listen({ host, port })
      if (metrics.port === null) return
      const addRoutes = (app: FastifyInstance): void => addMetrics(app, metrics.registry)
      this.#metrics = buildAppServer({ ...shared, dashboard: null, addRoutes })
      await this.#metrics.listen({ host, port: metrics.port })
    } catch (error) {
      await Promise.all(this.#apps().map((app) => app.close()))
      throw error
    }
  }

  async stop(deadline: AbortSignal): Promise<void> {
    this.#stopping = true
    this.#held.endAll()
    const apps = this.#apps()
    this.#closing ??= Promise.all(apps.map((app) => app.close()))
    await drain(
      apps.map((app) => app.server),
      this.#closing,
      deadline,
    )
  }

  #routes(
    counts: RequestMetrics,
    dashboard: DashboardFiles,
  ): Pick<AppServerOptions, 'addRoutes' | 'before' | 'dashboard'> {
    const { mail, log, metrics, ready, without = nothing, mcp, domain = SAMPLE_DOMAIN, disk = noDisk } = this.#options
    const answers = this.#answers
    const note = noteAnswersOf(GET_MAIL, log, counts)
    return {
      dashboard,
      before: (next, nextId) => quickPoll({ mail, answers, nextId, note }, next),
      addRoutes: (app) => {
        const shared = { mail, held: this.#held, answers, baseUrl: () => this.baseUrl, traffic: counts, disk }
        const routes = collectApiRoutes(app)
        addApiRoutes(app, { ...shared, log, ready, without, stopping: () => this.#stopping })
        if (mcp) addMcp(app, { ...shared, mcp })
        dashboard.addTo(app)
        addDocs(app, { ...shared, routes, domain })
        if (metrics.port === null) addLoopbackMetrics(app, metrics.registry)
      },
    }
  }

  #apps(): FastifyInstance[] {
    return [this.#main, this.#metrics].filter((app) => app !== null)
  }
}

function nothing(): readonly string[] {
  return []
}

async function noDisk(): Promise<DiskUse> {
  return { used_bytes: 0, free_bytes: 0 }
}

function portOf(app: FastifyInstance | null): number | null {
  return (app?.server.address() as AddressInfo | null | undefined)?.port ?? null
}
