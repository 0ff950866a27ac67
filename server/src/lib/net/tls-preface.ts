import type { Preface } from './listener.ts'
import { keepPeer } from './peer.ts'
import { type TlsTerms, upgradeToTls } from './upgrade-to-tls.ts'

/** TLS from the first byte. */
export function tlsPreface(terms: TlsTerms): Preface {
  return (plain, next, fail) => upgradeToTls(plain, terms, (secure) => next(keepPeer(plain, secure)), fail)
}
