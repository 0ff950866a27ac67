import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Registry } from 'prom-client'
import type { PeoplePolicy } from '../app/deps.ts'
import { ensureBootstrapKey } from '../app/first-start.ts'
import { Mail } from '../app/mail.ts'
import type { MailAuthenticator, MimeReader, Store } from '../domain/ports.ts'
import { ResolverLookup } from '../drivers/dns/resolver-lookup.ts'
import { MemoryLimiter } from '../drivers/memory/limiter.ts'
import { MemoryWakeup } from '../drivers/memory/wakeup.ts'
import { openSqliteStore } from '../drivers/sqlite/store.ts'
import { HttpFront } from '../fronts/http/http-front.ts'
import type { HttpsOptions } from '../fronts/http/secure-listener.ts'
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
import type { Preface } from '../lib/net/listener.ts'
import { makeIsIn } from '../lib/net/networks.ts'
import { isPublicAddress } from '../lib/net/public-address.ts'
import { makeResolveHost } from '../lib/net/resolve-host.ts'
import { DEFAULT_LIMITS as IMAP_LIMITS } from '../protocols/imap/limits.ts'
import { proxyPreface } from '../protocols/proxy-protocol/proxy-preface.ts'
import { DEFAULT_LIMITS } from '../protocols/smtp/limits.ts'
import { type CertificateParts, measureCertificates, reportCertificates } from './certificates/certificate-report.ts'
import {
  type LoadedCertificates,
  loadCertificates,
  orderCertificates,
  watchCertificates,
} from './certificates/wire-certificates.ts'
import { prepareDataFolder } from './data-folder.ts'
import { measureDisk } from './disk-use.ts'
import { DomainWatch } from './domain-watch.ts'
import { Flusher } from './flusher.ts'
import { heldBounds } from './held-bounds.ts'
import { localAddress, reachable } from './local-address.ts'
import type { Log } from './log.ts'
import { ThreadedMailAuthenticator } from './mail-authenticator.ts'
import { countPasswordWork, createMetrics } from './metrics.ts'
import { ThreadedMimeReader } from './mime-reader.ts'
import { ownerEmail, sampleDomain } from './owner-email.ts'
import { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { PROXIED } from './settings-table.ts'
import { createSweeper, sweepEveryMs } from './sweeper.ts'
import { version } from './version.ts'

export interface Server {
  readonly store: Store
  /** In the order of their start. */
  readonly services: readonly Service[]
  /** These know the real ports once everything has started. */
  httpUrl(): string
  /** Null where nobody has said, and there is plain HTTP alone. */
  publicUrl(): string | null
  smtpAddress(): string
  imapAddress(): string
  extraAddresses(): Readonly<Record<string, string>>
}

/** Made by `npm start`; without it there is no dashboard, and the API stands as it is. */
const DASHBOARD = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

/** Of the time for a stop; the rest is for the requests that HTTP has in hand, and for the store. */
const SMTP_SHARE = 0.7

/** Puts everything together: store, mail, fronts. Only the store is open when this resolves. */
export async function wireServer(settings: Settings, log: Log): Promise<Server> {
  await prepareDataFolder(settings.dataDir)
  const tlsLog = log.child({ part: 'tls' })
  const { store, loaded } = await openStoreAndCertificates(settings, tlsLog)
  const mime = new ThreadedMimeReader()
  const authenticator = new ThreadedMailAuthenticator(settings.dnsServers)
  // They are asked for when everything has started: a port may be any that is free.
  const fronts: { http?: HttpFront; smtp?: SmtpFront; imap?: ImapFront } = {}
  const mail = createMail(settings, store, { mime, authenticator }, log, {
    ...(await peoplePolicy(settings)),
    baseUrl: () => fronts.http?.baseUrl ?? '',
    smtp: () => ({ host: reachableHost(settings), port: fronts.smtp?.port ?? settings.smtpPort }),
    imap: () => ({
      host: reachableHost(settings),
      port: fronts.imap?.port ?? settings.imapPort,
      tls_port: fronts.imap?.tlsPort ?? settings.imapsPort,
    }),
  })
  const metrics = createMetrics()
  const orders = await orderCertificates(settings, store.certificates, loaded.shelf, () => mail.domains.certificateNames(), tlsLog)
  const certificates = { ...loaded, keeper: orders?.keeper ?? null }
  measureCertificates(metrics, loaded.shelf)
  countPasswordWork(metrics, mail)
  const readiness = new Readiness()
  const http = createHttpFront(settings, mail, log, metrics, readiness, certificates)
  const imap = createImapFront(settings, mail, log, metrics, loaded)
  const smtp = createSmtpFront(settings, mail, log, metrics, loaded)
  Object.assign(fronts, { http, smtp, imap })
  const sweepMs = sweepEveryMs(settings.sweepIntervalMs, settings.unclaimedTtlMs)
  return {
    store,
    services: [
      { name: 'store', start: async () => undefined, stop: () => store.close() },
      { name: 'parser', start: async () => undefined, stop: () => mime.close() },
      { name: 'mail authentication', start: async () => undefined, stop: () => authenticator.close() },
      { name: 'bootstrap key', start: () => bootstrap(settings, store), stop: async () => undefined },
      new Flusher(mail, log),
      createSweeper(mail, sweepMs, log),
      new DomainWatch({ mail, log }),
      createWebhookFront(settings, mail, log, metrics),
      watchCertificates(settings, loaded, tlsLog),
      http,
      // After HTTP, where the authority asks.
      ...(orders ? [orders.renewer] : []),
      imap,
      // Last to start and first to stop: while mail in hand is finished, it can be read.
      readiness.watch(smtp, settings.shutdownTimeoutMs * SMTP_SHARE),
    ],
    httpUrl: () => `http://${localAddress(settings.host, http.port)}`,
    publicUrl: () => settings.baseUrl ?? secureUrl(settings, http),
    smtpAddress: () => localAddress(settings.host, smtp.port),
    imapAddress: () => localAddress(settings.host, imap.port),
    extraAddresses: () => ({
      imap: localAddress(settings.host, imap.port),
      imaps: localAddress(settings.host, imap.tlsPort),
      ...(http.httpsPort !== null && { https: `https://${localAddress(settings.host, http.httpsPort)}` }),
      ...(http.metricsPort !== null && { metrics: localAddress(settings.host, http.metricsPort) }),
    }),
  }
}

/** Side by side: the store opens in its own threads while a first certificate is made in this one. */
async function openStoreAndCertificates(
  settings: Settings,
  log: Log,
): Promise<{ store: Store; loaded: LoadedCertificates }> {
  const { dataDir } = settings
  const [opened, certificates] = await Promise.allSettled([
    openSqliteStore({ dataDir, held: heldBounds(settings), role: 'server' }),
    loadCertificates(settings, log),
  ])
  if (opened.status === 'rejected') throw opened.reason
  if (certificates.status === 'fulfilled') return { store: opened.value, loaded: certificates.value }
  await opened.value.close()
  throw certificates.reason
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
function reachableHost(settings: Settings): string {
  const { baseUrl, host } = settings
  return baseUrl === null ? (certifiedName(settings) ?? reachable(host)) : new URL(baseUrl).hostname
}

/** As this machine reaches it, where it has no name. */
function secureUrl(settings: Settings, { httpsPort, baseUrl }: HttpFront): string | null {
  if (httpsPort === null) return null
  return certifiedName(settings) === null ? `https://${localAddress(settings.host, httpsPort)}` : baseUrl
}

/** The first for which a certificate is ordered. */
function certifiedName({ acmeDomains }: Settings): string | null {
  return acmeDomains?.find((name) => !name.startsWith('*.')) ?? null
}

interface Readers {
  readonly mime: MimeReader
  readonly authenticator: MailAuthenticator
}

function createMail(settings: Settings, store: Store, readers: Readers, log: Log, people: PeoplePolicy): Mail {
  return new Mail({
    store,
    wakeup: new MemoryWakeup(),
    limiter: new MemoryLimiter(),
    clock: { now: Date.now },
    ...readers,
    dns: createDnsLookup(settings),
    policy: {
      plans: settings.plans,
      domains: settings.domains,
      unclaimedTtlMs: settings.unclaimedTtlMs,
      webhooks: {
        checkUrl: (url) => checkUrl(url, webhookRules(settings)),
        timeoutMs: settings.webhookTimeoutMs,
        retry: { scheduleMs: settings.webhookScheduleMs, jitter: Math.random },
      },
      customDomains: { mxHost: settings.mxHost, hosts: [settings.smtpHostname], mtaStsMode: settings.mtaStsMode },
    },
    people,
    onBackgroundError: (err, task) => log.error({ err, task }, 'a background task failed'),
  })
}

/** Whoever names servers of his own has zones of his own, which nobody else knows. */
function createDnsLookup({ dnsServers: servers }: Settings): ResolverLookup {
  return new ResolverLookup({ servers, authoritative: servers === null ? { allows: isPublicAddress, port: 53 } : null })
}

function createHttpFront(
  settings: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  readiness: Readiness,
  certificates: CertificateParts,
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
    maxConnections,
    dashboardDir: DASHBOARD,
    trustedProxies: settings.trustedProxies ?? [],
    disk: () => measureDisk(settings.dataDir),
    certificates: () => reportCertificates(certificates),
    challenge: certificates.keeper && ((token) => certificates.keeper?.challenge(token) ?? Promise.resolve(null)),
    https: settings.httpsPort === null ? null : httpsOptions(settings, settings.httpsPort, certificates, log),
    domain: sampleDomain(settings.domains),
    mcp: new McpFront({ mail, version: version(), log: log.child({ part: 'mcp' }) }),
  })
}

function httpsOptions(
  settings: Settings,
  port: number,
  { shelf: contexts }: LoadedCertificates,
  log: Log,
): HttpsOptions {
  return { port, contexts, publicName: certifiedName(settings), prefaces: prefacesOf('https', settings, log) }
}

/** Who speaks for somebody else says so first, on the ports for which that is set. */
function prefacesOf(port: (typeof PROXIED)[number], settings: Settings, log: Log): readonly Preface[] {
  const { proxyProtocol, trustedProxies } = settings
  if (!proxyProtocol?.includes(port)) return []
  return [proxyPreface(makeIsIn(trustedProxies ?? []), ({ message }) => log.warn({ port }, message))]
}

function createSmtpFront(
  settings: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  { shelf }: LoadedCertificates,
): SmtpFront {
  return new SmtpFront({
    mail,
    host: settings.host,
    port: settings.smtpPort,
    hostname: settings.smtpHostname,
    postmasterDomain: sampleDomain(settings.domains),
    tls: shelf,
    prefaces: prefacesOf('smtp', settings, log),
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

function createImapFront(
  settings: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  { shelf }: LoadedCertificates,
): ImapFront {
  return new ImapFront({
    mail,
    host: settings.host,
    port: settings.imapPort,
    tlsPort: settings.imapsPort,
    hostname: settings.smtpHostname,
    version: version(),
    tls: shelf,
    prefaces: { starttls: prefacesOf('imap', settings, log), tls: prefacesOf('imaps', settings, log) },
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
