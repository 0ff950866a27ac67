import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'selfsigned'
import { CertificateShelf } from './certificate-shelf.ts'
import { readCertificate, type ServedCertificate } from './served-certificate.ts'

async function make(...names: string[]): Promise<ServedCertificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'not a name' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2 as const, value })) }],
  })
  return readCertificate({ cert, key })
}

test('an exact name goes before an asterisk, what the operator gave before the rest, and the first is the standard', async () => {
  const shelf = new CertificateShelf()
  assert.throws(() => shelf.standard, /no certificate/)
  const [own, ordered, given, wild] = [
    await make('a.test'),
    await make('b.a.test', 'A.test'),
    await make('c.test'),
    await make('*.a.test'),
  ]
  shelf.put('self-signed', [own])
  assert.equal(shelf.standard, own.context)
  shelf.put('acme', [ordered])
  assert.equal(shelf.contextFor('A.TEST.'), ordered.context)
  shelf.put('file', [given, wild])
  for (const [name, served] of [
    ['a.test', ordered],
    ['b.a.test', ordered],
    ['x.a.test', wild],
    ['x.b.a.test', given],
    ['*.a.test', wild],
    ['', given],
    ['__proto__', given],
  ] as const) {
    assert.equal(shelf.contextFor(name), served.context, name)
  }
  assert.deepEqual(
    shelf.list().map(({ source }) => source),
    ['file', 'file', 'acme', 'self-signed'],
  )
  shelf.put('file', [])
  assert.equal(shelf.standard, ordered.context)
})

test('a certificate and another key are refused', async () => {
  const [one, other] = [await make('a.test'), await make('a.test')]
  assert.throws(() => readCertificate({ cert: one.pair.cert, key: other.pair.key }))
  assert.throws(() => readCertificate({ cert: 'nothing', key: one.pair.key }))
  assert.deepEqual([one.names, one.issuer], [['a.test'], 'not a name'])
})
