import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Mail } from '../../app/mail.ts'
import type { Service } from '../../lib/lifecycle.ts'
import type { Listener } from '../../lib/net/listener.ts'
import { makeIsIn } from '../../lib/net/networks.ts'
import { addApiRoutes } from './add-api-routes.ts'
import { AnswerCache } from './answer-cache.ts'
import { collectApiRoutes } from './api-routes.ts'
import { type AppServerOptions, buildAppServer } from './app-server.ts'
import { DashboardFiles } from './dashboard-files.ts'
import { drain } from './drain.ts'
import { HeldRequests } from './held-requests.ts'
import { noteAnswersOf } from './note-answers.ts'
import { OpenConnections } from './open-connections.ts'
import { quickPoll } from './quick-poll.ts'
import { RequestMetrics } from './request-metrics.ts'
import { addAcmeChallenge, type FindChallenge } from './routes/acme-challenge.ts'
import { addDocs } from './routes/docs.ts'
import { GET_MAIL } from './routes/get-mail.ts'
import { addMcp, type McpDoor } from './routes/mcp.ts'
import { addLoopbackMetrics, addMetrics } from './routes/metrics.ts'
import { addMtaSts } from './routes/mta-sts.ts'
import type { CertificateState, DiskUse } from './routes/v1/v1-options.ts'
import { createSecureListener, type HttpsOptions } from './secure-listener.ts'
import { TransportRules } from './transport-rules.ts'

export interface HttpFrontOptions {
  readonly mail: Mail
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  /** The same over TLS; without it there is plain HTTP alone. */
  readonly https?: HttpsOptions | null
  /** The public address, used in links; null makes it of the name or the host, and the real port. */
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
  /** What is served over TLS, and what is to be. */
  readonly certificates?: () => readonly CertificateState[]
  /** For the authority that is to give us certificates; without it there is no such path. */
  readonly challenge?: FindChallenge | null
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
const HTTPS_PORT = 443

/** The HTTP API. */
export class HttpFront implements Service {
  readonly name = 'http'
  readonly #options: HttpFrontOptions
  readonly #held = new HeldRequests()
  readonly #answers = new AnswerCache()
  readonly #connections: OpenConnections
  readonly #rules: TransportRules
  #main: FastifyInstance | null = null
  #secure: Listener | null = null
  #metrics: FastifyInstance | null = null
  #stopping = false
  #closing: Promise<unknown> | null = null

  constructor(options: HttpFrontOptions) {
    this.#options = options
    this.#connections = new OpenConnections(options.maxConnections ?? MAX_CONNECTIONS)
    this.#rules = new TransportRules({
      // A proxy that has the certificate sees to this itself.
      required: Boolean(options.https) && (options.baseUrl?.startsWith('https:') ?? true),
      baseUrl: () => this.baseUrl,
      isProxy: makeIsIn(options.trustedProxies ?? []),
    })
  }

  /** The real one, once started. */
  get port(): number {
    return portOf(this.#main) ?? this.#options.port
  }

  get httpsPort(): number | null {
    return this.#secure?.port ?? null
  }

  get metricsPort(): number | null {
    return portOf(this.#metrics)
  }

  get baseUrl(): string {
    const { baseUrl, host, https = null } = this.#options
    if (baseUrl !== null) return baseUrl.replace(/\/+$/, '')
    const ownHost = host.includes(':') ? `[${host}]` : host
    if (https === null) return `http://${ownHost}:${this.port}`
    const port = this.httpsPort ?? https.port
    return `https://${https.publicName ?? ownHost}${port === HTTPS_PORT ? '' : `:${port}`}`
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
      await this.#listen(this.#main, host, port)
      if (metrics.port === null) return
      const addRoutes = (app: FastifyInstance): void => addMetrics(app, metrics.registry)
      this.#metrics = buildAppServer({ ...shared, dashboard: null, addRoutes })
      await this.#metrics.listen({ host, port: metrics.port })
    } catch (error) {
      await Promise.all([...this.#apps().map((app) => app.close()), this.#secure?.close()])
      throw error
    }
  }

  async #listen(app: FastifyInstance, host: string, port: number): Promise<void> {
    const { https = null, log } = this.#options
    const { server } = app
    const connections = this.#connections
    server.on('connection', (socket: Socket) => {
      // A secure one was counted before its handshake.
      if (!(socket instanceof TLSSocket) && !connections.enter(socket)) socket.destroy()
    })
    await app.listen({ host, port })
    if (https === null) return
    this.#secure = createSecureListener(https, { host, server, connections, log })
    await this.#secure.listen()
  }

  async stop(deadline: AbortSignal): Promise<void> {
    this.#stopping = true
    this.#held.endAll()
    const apps = this.#apps()
    this.#closing ??= Promise.all([...apps.map((app) => app.close()), this.#secure?.close(), this.#connections.ended()])
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
    const { challenge = null, certificates = () => [] } = this.#options
    const answers = this.#answers
    const note = noteAnswersOf(GET_MAIL, log, counts)
    return {
      dashboard,
      before: (next, nextId) => this.#rules.before(quickPoll({ mail, answers, nextId, note }, next), next),
      addRoutes: (app) => {
        this.#rules.addTo(app)
        const shared = {
          mail,
          held: this.#held,
          answers,
          baseUrl: () => this.baseUrl,
          traffic: counts,
          disk,
          certificates,
        }
        const routes = collectApiRoutes(app)
        addApiRoutes(app, { ...shared, log, ready, without, stopping: () => this.#stopping })
        addMtaSts(app, mail)
        if (challenge) addAcmeChallenge(app, challenge)
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
