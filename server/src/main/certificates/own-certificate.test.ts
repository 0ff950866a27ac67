import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadOwnCertificate } from './own-certificate.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'mayfly-tls-'))
after(() => rm(dataDir, { recursive: true }))
const own = { dataDir, smtpHostname: 'mx.example.com' }
const DAY_MS = 86_400_000

test('is made once, for the host name, and kept from others', async () => {
  const now = Date.now()
  const first = await loadOwnCertificate(own, now)
  assert.equal(new X509Certificate(first.cert).checkHost('mx.example.com'), 'mx.example.com')
  assert.equal((await stat(join(dataDir, 'tls', 'key.pem'))).mode & 0o777, 0o600)
  assert.deepEqual(await loadOwnCertificate(own, now), first)
})

test('is made anew before it expires, for another name, and when it is damaged', async () => {
  const first = await loadOwnCertificate(own, Date.now())
  const renewed = await loadOwnCertificate(own, Date.now() + 800 * DAY_MS)
  assert.notEqual(renewed.cert, first.cert)
  const other = await loadOwnCertificate({ ...own, smtpHostname: 'other.example' }, Date.now())
  assert.equal(new X509Certificate(other.cert).checkHost('other.example'), 'other.example')
  await writeFile(join(dataDir, 'tls', 'key.pem'), 'nonsense')
  assert.match((await loadOwnCertificate(own, Date.now())).key, /BEGIN PRIVATE KEY/)
})
