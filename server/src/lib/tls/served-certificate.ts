import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'

/** Both in PEM; the certificate with its chain behind it. */
export interface CertificatePair {
  readonly cert: string
  readonly key: string
}

/** A certificate that works, and what it says. */
export interface ServedCertificate {
  readonly pair: CertificatePair
  /** The DNS names it is for, in lower case. */
  readonly names: readonly string[]
  readonly issuer: string
  readonly notBefore: number
  readonly notAfter: number
  readonly context: SecureContext
}

/**
 * RFC 9325 §4.2: forward secrecy and authenticated encryption, and nothing else. Finite-field DHE is left out, because no
 * client that knows an AEAD suite lacks ECDHE (RFC 9325 §4.1).
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/**
 * RFC 9325 §3.5: a client of TLS 1.2 must not make us begin anew whenever it likes, which costs us more than it. One that
 * puts ChaCha20 first has no AES in its processor, and knows best.
 */
const PRECAUTIONS = constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_PRIORITIZE_CHACHA

/** Throws where the two are not PEM, or the key is not the certificate's own. */
export function readCertificate(pair: CertificatePair): ServedCertificate {
  const context = createSecureContext({
    ...pair,
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    secureOptions: PRECAUTIONS,
  })
  const parsed = new X509Certificate(pair.cert)
  return {
    pair,
    names: dnsNames(parsed.subjectAltName),
    issuer: nameOf(parsed.issuer),
    notBefore: parsed.validFromDate.getTime(),
    notAfter: parsed.validToDate.getTime(),
    context,
  }
}

/** RFC 9525 §2: the common name says nothing. What is written as `DNS:"…"` has a character that no name has. */
function dnsNames(subjectAltName: string | undefined): string[] {
  return (subjectAltName ?? '').split(', ').flatMap((entry) => {
    const name = /^DNS:((?:\*\.)?[\w.-]+)$/.exec(entry)?.[1]
    return name === undefined ? [] : [name.toLowerCase()]
  })
}

/** The most telling line of a distinguished name. */
function nameOf(distinguished: string): string {
  const lines = distinguished.split('\n')
  const line = lines.find((one) => one.startsWith('CN=')) ?? lines.find((one) => one.startsWith('O=')) ?? lines[0] ?? ''
  return line.replace(/^[A-Z]+=/, '')
}
