import { ensureBootstrapKey } from '../app/first-start.ts'
import type { Store } from '../domain/ports.ts'
import type { HttpFront } from '../fronts/http/http-front.ts'
import type { ImapFront } from '../fronts/imap/imap-front.ts'
import type { SmtpFront } from '../fronts/smtp/smtp-front.ts'
import type { Service } from '../lib/lifecycle.ts'
import { measureCertificates } from './certificates/certificate-report.ts'
import { certifiedName } from './certificates/certified-name.ts'
import {
  type LoadedCertificates,
  loadCertificates,
  orderCertificates,
  watchCertificates,
} from './certificates/wire-certificates.ts'
import {
  createHttpFront,
  createImapFront,
  createSmtpFront,
  createWatchFront,
  createWebhookFront,
} from './create-fronts.ts'
import { createMail, peoplePolicy } from './create-mail.ts'
import { prepareDataFolder } from './data-folder.ts'
import { DomainWatch } from './domain-watch.ts'
import { Flusher } from './flusher.ts'
import { localAddress, reachable } from './local-address.ts'
import type { Log } from './log.ts'
import { ThreadedMailAuthenticator } from './mail-authenticator.ts'
import { countPasswordWork, createMetrics } from './metrics.ts'
import { ThreadedMimeReader } from './mime-reader.ts'
import { openAcross } from './open-across.ts'
import { openStore } from './open-store.ts'
import { ownerEmail } from './owner-email.ts'
import { Readiness } from './readiness.ts'
import { type Roles, servicesOf } from './roles.ts'
import type { Settings } from './settings.ts'
import { createSweeper, sweepEveryMs } from './sweeper.ts'

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
  /** Of what this node does, by name. */
  addresses(): Readonly<Record<string, string>>
}

/** Of the time for a stop; the rest is for the requests that HTTP has in hand, and for the store. */
const SMTP_SHARE = 0.7

/** Puts everything together: store, mail, fronts. Only the store is open when this resolves. */
export async function wireServer(settings: Settings, roles: Roles, log: Log): Promise<Server> {
  await prepareDataFolder(settings.dataDir)
  const tlsLog = log.child({ part: 'tls' })
  const metrics = createMetrics()
  const across = await openAcross(settings.redis, log.child({ part: 'redis' }), metrics)
  const { store, loaded } = await openStoreAndCertificates(settings, tlsLog)
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
  const orders = await orderCertificates(settings, store, loaded.shelf, () => mail.domains.certificateNames(), tlsLog)
  const certificates = { ...loaded, keeper: orders?.keeper ?? null }
  measureCertificates(metrics, loaded.shelf)
  countPasswordWork(metrics, mail)
  const readiness = new Readiness()
  const http = createHttpFront(settings, mail, log, metrics, readiness, certificates, across)
  const imap = createImapFront(settings, mail, log, metrics, loaded)
  const smtp = createSmtpFront(settings, mail, log, metrics, loaded)
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
      new DomainWatch({ mail, log }),
      createWebhookFront(settings, mail, log, metrics),
      watchCertificates(settings, loaded, tlsLog),
      http,
      // After HTTP, where the authority asks.
      ...(orders ? [orders.renewer] : []),
      ...(watch ? [watch] : []),
      imap,
      // Last to start and first to stop: while mail in hand is finished, it can be read.
      roles.has('smtp') ? readiness.watch(smtp, settings.shutdownTimeoutMs * SMTP_SHARE) : smtp,
    ]),
    httpUrl: () => `http://${localAddress(settings.host, http.port)}`,
    publicUrl: () => settings.baseUrl ?? secureUrl(settings, http),
    smtpAddress: () => localAddress(settings.host, smtp.port),
    imapAddress: () => localAddress(settings.host, imap.port),
    addresses: () => ({
      ...(roles.has('http') && { http: `http://${localAddress(settings.host, http.port)}` }),
      ...(http.httpsPort !== null && { https: `https://${localAddress(settings.host, http.httpsPort)}` }),
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
async function openStoreAndCertificates(
  settings: Settings,
  log: Log,
): Promise<{ store: Store; loaded: LoadedCertificates }> {
  const [opened, certificates] = await Promise.allSettled([
    openStore(settings, 'server'),
    loadCertificates(settings, log),
  ])
  if (opened.status === 'rejected') throw opened.reason
  if (certificates.status === 'fulfilled') return { store: opened.value, loaded: certificates.value }
  await opened.value.close()
  throw certificates.reason
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

async function bootstrap({ bootstrapApiKey, domains }: Settings, store: Store): Promise<void> {
  if (bootstrapApiKey !== null) await ensureBootstrapKey(store, Date.now(), ownerEmail(domains), bootstrapApiKey)
}
