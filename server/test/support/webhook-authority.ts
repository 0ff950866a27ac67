import { generate } from 'selfsigned'

export interface Authority {
  /** In PEM, for who is to trust it. */
  readonly certificate: string
  /** A certificate of this authority for 127.0.0.1. */
  readonly issued: { readonly key: string; readonly cert: string }
}

const SHARED = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const

export async function makeAuthority(): Promise<Authority> {
  const authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
    ...SHARED,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const issued = await generate([{ name: 'commonName', value: 'receiver' }], {
    ...SHARED,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { certificate: authority.cert, issued: { key: issued.private, cert: issued.cert } }
}
