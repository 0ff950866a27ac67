import type { SecureContext } from 'node:tls'
import type { ServedCertificate } from './served-certificate.ts'

/** Where a certificate is from, the most trusted first: what the operator gave goes before what we got ourselves. */
export const CERTIFICATE_SOURCES = ['file', 'acme', 'self-signed'] as const
export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number]

/** What a TLS front needs of the shelf. */
export interface ServerContexts {
  /** For a client that named nobody. Throws while there is no certificate at all. */
  readonly standard: SecureContext
  /** RFC 6066 §3: for the name that the client asked for; the standard one where none is for it. */
  contextFor(name: string): SecureContext
}

/** All certificates of this server. Each new connection is served from it as it is at that moment. */
export class CertificateShelf implements ServerContexts {
  readonly #bySource = new Map<CertificateSource, readonly ServedCertificate[]>()
  #byName = new Map<string, ServedCertificate>()

  /** In place of all that were there from this source; the first goes before the others. */
  put(source: CertificateSource, certificates: readonly ServedCertificate[]): void {
    this.#bySource.set(source, certificates)
    const byName = new Map<string, ServedCertificate>()
    for (const { certificate } of this.list()) {
      for (const name of certificate.names) if (!byName.has(name)) byName.set(name, certificate)
    }
    this.#byName = byName
  }

  list(): { readonly source: CertificateSource; readonly certificate: ServedCertificate }[] {
    return CERTIFICATE_SOURCES.flatMap((source) =>
      (this.#bySource.get(source) ?? []).map((certificate) => ({ source, certificate })),
    )
  }

  get standard(): SecureContext {
    const [first] = this.list()
    if (!first) throw new Error('There is no certificate.')
    return first.certificate.context
  }

  contextFor(name: string): SecureContext {
    const asked = name.toLowerCase().replace(/\.$/, '')
    // RFC 9525 §6.3: the asterisk stands for the whole leftmost label, and for no more.
    const found = this.#byName.get(asked) ?? this.#byName.get(asked.replace(/^[^.]*/, '*'))
    return found?.context ?? this.standard
  }
}
