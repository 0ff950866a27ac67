import { Gauge, type Registry } from 'prom-client'
import type { CertificateKeeper } from '../../app/certificates/certificate-keeper.ts'
import type { CertificateState } from '../../fronts/http/routes/v1/v1-options.ts'
import type { CertificateShelf } from '../../lib/tls/certificate-shelf.ts'
import type { CertificateFiles } from './certificate-files.ts'

export interface CertificateParts {
  readonly shelf: CertificateShelf
  readonly files: CertificateFiles
  /** Null where nothing is ordered. */
  readonly keeper: CertificateKeeper | null
}

/** What is served, and what is ordered but not there yet. */
export function reportCertificates({ shelf, files, keeper }: CertificateParts): CertificateState[] {
  const standings = keeper?.standings ?? []
  const served = shelf.list().map(({ source, certificate }) => {
    const { names, issuer, notAfter } = certificate
    const standing = standings.find((one) => one.served === certificate)
    const lastError = standing?.record.lastError ?? files.problemOf(certificate)
    return { names, source, issuer, expiresAt: notAfter, lastError, nextTryAt: standing?.dueAt ?? null }
  })
  const awaited = standings.filter((one) => one.served === null)
  return [
    ...served,
    ...awaited.map(({ record, dueAt }) => ({
      ...{ names: record.names, source: 'acme' as const, issuer: null, expiresAt: null },
      ...{ lastError: record.lastError, nextTryAt: dueAt },
    })),
  ]
}

export function measureCertificates(registry: Registry, shelf: CertificateShelf): void {
  new Gauge({
    name: 'mayfly_certificate_expiry_seconds',
    help: 'Seconds until a certificate that is served expires, by its first name and where it is from',
    labelNames: ['name', 'source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { source, certificate } of shelf.list()) {
        this.set({ name: certificate.names[0] ?? '', source }, (certificate.notAfter - Date.now()) / 1_000)
      }
    },
  })
}
