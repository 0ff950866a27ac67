import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Registry } from 'prom-client'
import type { Mail } from '../app/mail.ts'
import { HttpFront } from '../fronts/http/http-front.ts'
import type { HttpsOptions } from '../fronts/http/secure-listener.ts'
import { WatchFront } from '../fronts/http/watch-front.ts'
import { ImapFront } from '../fronts/imap/imap-front.ts'
import { LogInBrake } from '../fronts/imap/log-in-brake.ts'
import { McpFront } from '../fronts/mcp/mcp-front.ts'
import { SmtpFront } from '../fronts/smtp/smtp-front.ts'
import { Poster } from '../fronts/webhooks/poster.ts'
import { WebhookFront } from '../fronts/webhooks/webhook-front.ts'
import { WebhookLog } from '../fronts/webhooks/webhook-log.ts'
import type { Preface } from '../lib/net/listener.ts'
import { makeIsIn } from '../lib/net/networks.ts'
import { makeResolveHost } from '../lib/net/resolve-host.ts'
import { DEFAULT_LIMITS as IMAP_LIMITS } from '../protocols/imap/limits.ts'
import { proxyPreface } from '../protocols/proxy-protocol/proxy-preface.ts'
import { DEFAULT_LIMITS } from '../protocols/smtp/limits.ts'
import { type CertificateParts, reportCertificates } from './certificates/certificate-report.ts'
import { certifiedName } from './certificates/certified-name.ts'
import type { LoadedCertificates } from './certificates/wire-certificates.ts'
import { measureDisk } from './disk-use.ts'
import type { Log } from './log.ts'
import type { Across } from './open-across.ts'
import { sampleDomain } from './owner-email.ts'
import type { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { PROXIED } from './settings-table.ts'
import { version } from './version.ts'
import { webhookRules } from './webhook-rules.ts'

/** Made by `npm start`; without it there is no dashboard, and the API stands as it is. */
const DASHBOARD = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

export function createHttpFront(
  settings: Settings,
  mail: Mail,
  log: Log,
  registry: Registry,
  readiness: Readiness,
  certificates: CertificateParts,
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

/** Null where nobody has given it a port. */
export function createWatchFront(
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

export function createSmtpFront(
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

export function createImapFront(
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

export function createWebhookFront(settings: Settings, mail: Mail, log: Log, registry: Registry): WebhookFront {
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
