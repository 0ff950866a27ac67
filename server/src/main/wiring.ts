import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Registry } from 'prom-client'
import type { PeoplePolicy } from '../app/deps.ts'
import { ensureBootstrapKey } from '../app/first-start.ts'
import { Mail } from '../app/mail.ts'
import type { MailAuthenticator, MimeReader, Store } from '../domain/ports.ts'
import { openSqliteStore } from '../drivers/sqlite/store.ts'
import { HttpFront } from '../fronts/http/http-front.ts'
import { WatchFront } from '../fronts/http/watch-front.ts'
import { ImapFront } from '../fronts/imap/imap-front.ts'
import { LogInBrake } from '../fronts/imap/log-in-brake.ts'
import { McpFront } from '../fronts/mcp/mcp-front.ts'
import { SmtpFront } from '../fronts/smtp/smtp-front.ts'
import { checkUrl, type UrlRules } from '../fronts/webhooks/check-url.ts'
import { Poster } from '../fronts/webhooks/poster.ts'
import { WebhookFront } from '../fronts/webhooks/webhook-front.ts'
import { WebhookLog } from '../fronts/webhooks/webhook-log.ts'
import type { Service } from '../lib/lifecycle.ts'
import { makeAddressRules } from '../lib/net/address-rules.ts'
import { makeResolveHost } from '../lib/net/resolve-host.ts'
import { DEFAULT_LIMITS as IMAP_LIMITS } from '../protocols/imap/limits.ts'
import { DEFAULT_LIMITS } from '../protocols/smtp/limits.ts'
import { prepareDataFolder } from './data-folder.ts'
import { measureDisk } from './disk-use.ts'
import { Flusher } from './flusher.ts'
import { heldBounds } from './held-bounds.ts'
import { localAddress, reachable } from './local-address.ts'
import type { Log } from './log.ts'
import { ThreadedMailAuthenticator } from './mail-authenticator.ts'
import { countPasswordWork, createMetrics } from './metrics.ts'
import { ThreadedMimeReader } from './mime-reader.ts'
import { type Across, openAcross } from './open-across.ts'
import { ownerEmail, sampleDomain } from './owner-email.ts'
import { Readiness } from './readiness.ts'
import { type Roles, servicesOf } from './roles.ts'
import type { Settings } from './settings.ts'
import { createSweeper, sweepEveryMs } from './sweeper.ts'
import { loadTlsCertificate, type TlsCertificate } from './tls-certificate.ts'
import { version } from './version.ts'

export interface Server {
  readonly store: Store
  /** In the order of their start. */
  readonly services: readonly Service[]
  /** These know the real ports once everything has started. */
  httpUrl(): string
  smtpAddress(): string
  imapAddress(): string
  /** Of what this node does, by name. */
  addresses(): Readonly<Record<string, string>>
}

/** Made by `npm start`; without it there is no dashboard, and the API stands as it is. */
const DASHBOARD = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

/** Of the time for a stop; the rest is for the requests that HTTP has in hand, and for the store. */
const SMTP_SHARE = 0.7

/** Puts everything together: store, mail, fronts. Only the store is open when this resolves. */
export async function wireServer(settings: Settings, roles: Roles, log: Log): Promise<Server> {
  await prepareDataFolder(settings.dataDir)
  const metrics = createMetrics()
  const across = await openAcross(settings.redis, log.child({ part: 'redis' }), metrics)
  const { store, tls } = await openStoreAndCertificate(settings)
  const mime = new ThreadedMimeReader()
  const authenticator = new ThreadedMailAuthenticator(settings.dnsServers)
  // They are asked for when everything has started: a port may be any that is free.
  const fronts: { http?: HttpFront; smtp?: SmtpFront; imap?: ImapFront } = {}
  const mail = createMail(settings, store, across, { mime, authenticator }, log, {
    ...(await peoplePolicy(settings)),
    baseUrl: () => fronts.http?.baseUrl ?? '',
    smtp: () => ({ host: reachableHost(settings), port: fronts.smtp?.port ?? settings.smtpPort }),
    imap: () => ({
      host: reachableHost(settings),
      port: fronts.imap?.port ?? settings.imapPort,
      tls_port: fronts.imap?.tlsPort ?? settings.imapsPort,
    }),
  })
  countPasswordWork(metrics, mail)
  const readiness = new Readiness()
  const http = createHttpFront(settings, mail, log, metrics, readiness, across)
  const imap = createImapFront(settings, mail, log, metrics, tls)
  const smtp = createSmtpFront(settings, mail, log, metrics, tls)
  Object.assign(fronts, { http, smtp, imap })
  const watch = roles.has('http') ? null : createWatchFront(settings, mail, log, metrics, readiness, across)
  const sweepMs = sweepEveryMs(settings.sweepIntervalMs, settings.unclaimedTtlMs)
  return {
    store,
    services: servicesOf(roles, [
      { name: 'store', start: async () => undefined, stop: () => store.close() },
      ...across.services,
      { name: 'parser', start: async () => undefined, stop: () => mime.close() },
      { name: 'mail authentication', start: async () => undefined, stop: () => authenticator.close() },
      { name: 'bootstrap key', start: () => bootstrap(settings, store), stop: async () => undefined },
      new Flusher(mail, log),
      createSweeper(mail, sweepMs, log),
      createWebhookFront(settings, mail, log, metrics),
      http,
      ...(watch ? [watch] : []),
      imap,
      // Last to start and first to stop: while mail in hand is finished, it can be read.
      roles.has('smtp') ? readiness.watch(smtp, settings.shutdownTimeoutMs * SMTP_SHARE) : smtp,
    ]),
    httpUrl: () => `http://${localAddress(settings.host, http.port)}`,
    smtpAddress: () => localAddress(settings.host, smtp.port),
    imapAddress: () => localAddress(settings.host, imap.port),
    addresses: () => ({
      ...(roles.has('http') && { http: `http://${localAddress(settings.host, http.port)}` }),
      ...(roles.has('smtp') && { smtp: localAddress(settings.host, smtp.port) }),
      ...(roles.has('imap') && {
        imap: localAddress(settings.host, imap.port),
        imaps: localAddress(settings.host, imap.tlsPort),
      }),
      ...(http.metricsPort !== null && { metrics: localAddress(settings.host, http.metricsPort) }),
      ...(watch && { metrics: localAddress(settings.host, watch.port) }),
    }),
  }
}

/** Side by side: the store opens in its own threads while a first certificate is made in this one. */
async function openStoreAndCertificate(settings: Settings): Promise<{ store: Store; tls: TlsCertificate }> {
  const { dataDir } = settings
  const [opened, loaded] = await Promise.allSettled([
    openSqliteStore({ dataDir, held: heldBounds(settings), role: 'server' }),
    loadTlsCertificate(settings, Date.now()),
  ])
  if (opened.status === 'rejected') throw opened.reason
  if (loaded.status === 'fulfilled') return { store: opened.value, tls: loaded.value }
  await opened.value.close()
  throw loaded.reason
}

async function peoplePolicy(settings: Settings): Promise<Omit<PeoplePolicy, 'baseUrl' | 'smtp' | 'imap'>> {
  const { signUp, defaultPlan, outboundSmtpUrl, outboundFrom, domains } = settings
  const from = outboundFrom ?? `mayfly@${sampleDomain(domains)}`
  if (outboundSmtpUrl === null) return { signUp, defaultPlan, outbound: null }
  // Loaded only where it is needed, so that the others start quickly.
  const { SmtpOutbound } = await import('../drivers/outbound/smtp-outbound.ts')
  return { signUp, defaultPlan, outbound: new SmtpOutbound(outboundSmtpUrl, from) }
}

/** The name that people send mail to: that of the public address, where there is one. */
function reachableHost({ baseUrl, host }: Settings): string {
  return baseUrl === null ? reachable(host) : new URL(baseUrl).hostname
}

interface Readers {
  readonly mime: MimeReader
  readonly authenticator: MailAuthenticator
}

function createMail(
  settings: Settings,
  store: Store,
  { wakeup, limiter, seats }: Across,
  readers: Readers,
  log: Log,
  people: PeoplePolicy,
): Mail {
  return new Mail({
    store,
    wakeup,
    limiter,
    seats,
    clock: { now: Date.now },
    ...readers,
    policy: {
      plans: settings.plans,
      domains: settings.domains,
      unclaimedTtlMs: settings.unclaimedTtlMs,
      webhooks: {
        checkUrl: (url) => checkUrl(url, webhookRules(settings)),
        timeoutMs: settings.webhookTimeoutMs,
        retry: { scheduleMs: settings.webhookScheduleMs, jitter: Math.random },
      },
    },
    people,
    onBackgroundError: (err, task) => log.error({ err, task }, 'a background task failed'),
  })
}

function createHttpFront(
  settings: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  readiness: Readiness,
  across: Across,
): HttpFront {
  const { host, httpPort: port, baseUrl, httpMaxConnections: maxConnections, metricsPort } = settings
  return new HttpFront({
    mail,
    host,
    port,
    baseUrl,
    log: log.child({ part: 'http' }),
    metrics: { port: metricsPort, registry },
    ready: () => readiness.missing(() => mail.ping()),
    without: () => across.missing(),
    maxConnections,
    dashboardDir: DASHBOARD,
    trustedProxies: settings.trustedProxies ?? [],
    disk: () => measureDisk(settings.dataDir),
    domain: sampleDomain(settings.domains),
    mcp: new McpFront({ mail, version: version(), log: log.child({ part: 'mcp' }) }),
  })
}

/** Null where nobody has given it a port. */
function createWatchFront(
  { host, metricsPort: port }: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  readiness: Readiness,
  across: Across,
): WatchFront | null {
  if (port === null) return null
  const ready = () => readiness.missing(() => mail.ping())
  return new WatchFront({
    host,
    port,
    log: log.child({ part: 'watch' }),
    registry,
    ready,
    without: () => across.missing(),
  })
}

function createSmtpFront(settings: Settings, mail: Mail, log: Log, registry: Registry, tls: TlsCertificate): SmtpFront {
  return new SmtpFront({
    mail,
    host: settings.host,
    port: settings.smtpPort,
    hostname: settings.smtpHostname,
    postmasterDomain: sampleDomain(settings.domains),
    tls,
    limits: {
      ...DEFAULT_LIMITS,
      commands: settings.smtpMaxCommands,
      recipients: settings.smtpMaxRecipients,
      textLine: settings.smtpMaxLineBytes,
      messageBytes: settings.smtpMaxMessageBytes,
    },
    idleMs: settings.smtpIdleTimeoutMs,
    maxConnections: settings.smtpMaxConnections,
    maxConnectionsPerAddress: settings.smtpMaxConnectionsPerAddress,
    spoolDir: join(settings.dataDir, 'spool'),
    log: log.child({ part: 'smtp' }),
    registry,
  })
}

/** Who has not logged in has no reason to be silent. */
const STRANGER_IDLE_MS = 60_000

function createImapFront(settings: Settings, mail: Mail, log: Log, registry: Registry, tls: TlsCertificate): ImapFront {
  return new ImapFront({
    mail,
    host: settings.host,
    port: settings.imapPort,
    tlsPort: settings.imapsPort,
    hostname: settings.smtpHostname,
    version: version(),
    tls,
    allowPlain: settings.imapAllowPlain,
    limits: { ...IMAP_LIMITS, messageBytes: settings.smtpMaxMessageBytes },
    idleMs: { stranger: STRANGER_IDLE_MS, known: settings.imapIdleTimeoutMs },
    maxConnections: settings.imapMaxConnections,
    maxConnectionsPerAddress: settings.imapMaxConnectionsPerAddress,
    brake: new LogInBrake(),
    log: log.child({ part: 'imap' }),
    registry,
  })
}

function webhookRules({ webhookPorts, webhookAllowCidrs, webhookAllowHttp }: Settings): UrlRules {
  return { addresses: makeAddressRules(webhookPorts, webhookAllowCidrs ?? []), allowHttp: webhookAllowHttp }
}

function createWebhookFront(settings: Settings, mail: Mail, log: Log, registry: Registry): WebhookFront {
  const totalMs = settings.webhookTimeoutMs
  const poster = new Poster({
    rules: webhookRules(settings),
    resolveHost: makeResolveHost({ servers: settings.dnsServers }),
    totalMs,
  })
  return new WebhookFront({
    outbox: mail.outbox,
    poster,
    log: new WebhookLog(log.child({ part: 'webhooks' }), registry),
  })
}

async function bootstrap({ bootstrapApiKey, domains }: Settings, store: Store): Promise<void> {
  if (bootstrapApiKey !== null) await ensureBootstrapKey(store, Date.now(), ownerEmail(domains), bootstrapApiKey)
}
