import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import { CertificateKeeper } from '../../app/certificates/certificate-keeper.ts'
import type { WantedCertificate } from '../../app/certificates/obtain-certificate.ts'
import type { CertificateAuthority } from '../../domain/certificate-authority.ts'
import type { Store } from '../../domain/ports.ts'
import { DnsHook, NO_DNS } from '../../drivers/acme/dns-hook.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { CertificateShelf } from '../../lib/tls/certificate-shelf.ts'
import { readCertificate } from '../../lib/tls/served-certificate.ts'
import type { Log } from '../log.ts'
import { PeriodicTask } from '../periodic-task.ts'
import type { Settings } from '../settings.ts'
import { Unusable } from '../unusable.ts'
import { version } from '../version.ts'
import { CertificateFiles } from './certificate-files.ts'
import type { CertificateParts } from './certificate-report.ts'
import { loadOwnCertificate } from './own-certificate.ts'
import { Renewer } from './renewer.ts'

/** How soon new files are served. */
const FILES_LOOK_MS = 2_000
const OWN_LOOK_MS = 3_600_000

export type LoadedCertificates = Pick<CertificateParts, 'shelf' | 'files'>

/** What can be served before the store is open: the operator's files, or else a certificate of our own. */
export async function loadCertificates(settings: Settings, log: Log): Promise<LoadedCertificates> {
  const shelf = new CertificateShelf()
  const files = new CertificateFiles(shelf, log)
  const { tlsCertFiles, tlsKeyFiles } = settings
  if (tlsCertFiles === null) shelf.put('self-signed', [await readOwn(settings)])
  else await files.load(tlsCertFiles.map((certFile, i) => ({ certFile, keyFile: tlsKeyFiles?.[i] ?? '' })))
  return { shelf, files }
}

async function readOwn(settings: Settings) {
  return readCertificate(await loadOwnCertificate(settings, Date.now()))
}

/** Keeps what was loaded up to date. */
export function watchCertificates(settings: Settings, { shelf, files }: LoadedCertificates, log: Log): Service {
  const own = settings.tlsCertFiles === null
  return new PeriodicTask({
    name: 'certificates',
    everyMs: own ? OWN_LOOK_MS : FILES_LOOK_MS,
    run: async () => (own ? shelf.put('self-signed', [await readOwn(settings)]) : files.look()),
    onError: (err) => log.error({ err }, 'the look at the certificates failed'),
  })
}

/**
 * Null where nothing is to be ordered. `extraNames` are those of others that lead here, such as `mta-sts` of a custom
 * domain: each has a certificate of its own, so that one that fails does not hold up the rest.
 */
export async function orderCertificates(
  settings: Settings,
  store: Store,
  shelf: CertificateShelf,
  extraNames: () => Promise<readonly string[]>,
  log: Log,
): Promise<{ readonly keeper: CertificateKeeper; readonly renewer: Service } | null> {
  const { acmeDomains, acmeDnsHook } = settings
  if (acmeDomains === null) return null
  const method = acmeDnsHook === null ? 'http-01' : 'dns-01'
  const keeper = new CertificateKeeper({
    store: store.certificates,
    leases: store,
    authority: await openAuthority(settings),
    clock: { now: Date.now },
    holder: randomUUID(),
    dns: acmeDnsHook === null ? NO_DNS : new DnsHook(acmeDnsHook),
    async wanted(): Promise<readonly WantedCertificate[]> {
      const extra = (await extraNames()).filter((name) => !acmeDomains.includes(name))
      // Of other people's domains we have no say in DNS.
      return [{ names: acmeDomains, method }, ...extra.map((name) => ({ names: [name], method: 'http-01' as const }))]
    },
    publish: (certificates) => shelf.put('acme', certificates),
    random: Math.random,
    onIssued: (names, notAfter) => log.info({ names, expires_at: new Date(notAfter) }, 'a certificate was issued'),
    onFailed: (names, { message }, nextTryAt) =>
      log.error({ names, reason: message, next_try_at: new Date(nextTryAt) }, 'a certificate could not be had'),
    onLeftBehind: (err) => log.warn({ err }, 'a DNS record of a challenge is left behind'),
  })
  await keeper.open()
  return { keeper, renewer: new Renewer(keeper, log) }
}

async function openAuthority({ acmeDirectory, acmeEmail, acmeCaFile }: Settings): Promise<CertificateAuthority> {
  const ca = acmeCaFile === null ? undefined : [...getCACertificates('default'), await readRoot(acmeCaFile)]
  // Loaded only where it is needed, so that the others start quickly.
  const { AcmeAuthority } = await import('../../drivers/acme/acme-authority.ts')
  return new AcmeAuthority({ directory: acmeDirectory, email: acmeEmail, ca, userAgent: `Mayfly/${version()}` })
}

async function readRoot(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Unusable(`The file ${file} cannot be read (${(error as Error).message}). Correct MAYFLY_ACME_CA_FILE.`, {
      cause: error,
    })
  }
}
