import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

export interface Pair {
  readonly cert: string
  readonly key: string
  readonly fingerprint: string
}

export async function makePair(names: readonly string[]): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
  })
  return { cert: made.cert, key: made.private, fingerprint: new X509Certificate(made.cert).fingerprint256 }
}
