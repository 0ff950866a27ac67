import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { KEY_NAME, keyRecord, MAIL, sign, TestZone } from './test-zone.ts'

const KEY = { [KEY_NAME]: keyRecord() }

async function judged(source: string, records: Record<string, string> = KEY): Promise<[string, string | null]> {
  const { dkim } = await new TestZone(records).check(source)
  return [dkim.result, dkim.info]
}

test('a signature of its domain passes', async () => {
  assert.deepEqual(await judged(await sign(MAIL)), ['pass', null])
})

test('keys of less than 1024 bits and SHA-1 are not taken (RFC 8301)', async () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 768 })
  const weak = await sign(MAIL, { key: short.privateKey })
  assert.deepEqual(await judged(weak, { [KEY_NAME]: keyRecord(short.publicKey) }), [
    'policy',
    'The key has less than 1024 bits.',
  ])
  const sha1 = await sign(MAIL, { algorithm: 'rsa-sha1' })
  assert.deepEqual(await judged(sha1), ['policy', 'SHA-1 proves nothing any more.'])
})

test('a signature that leaves out From is worth nothing (RFC 6376 §5.4.1)', async () => {
  assert.deepEqual(await judged(await sign(MAIL, { headers: ['Subject'] })), ['permerror', 'From is not signed.'])
})

test('what was added behind the signed part is told (RFC 6376 §8.2)', async () => {
  const signed = await sign(MAIL, { bodyLength: 10 })
  assert.deepEqual(await judged(`${signed}more`), ['pass', 'The last 6 bytes of the body are not signed.'])
})

test('an expired signature fails, one without a usable key cannot be judged', async () => {
  assert.deepEqual(await judged(await sign(MAIL, { expires: new Date(1_000) })), ['fail', 'expired'])
  const signed = await sign(MAIL)
  assert.deepEqual(await judged(signed, {}), ['permerror', 'no key'])
  for (const record of ['v=DKIM1; p=', 'v=DKIM2; p=AAAA', 'v=DKIM1; k=rsa; p=AAAA', 'no record at all', '']) {
    assert.equal((await judged(signed, { [KEY_NAME]: record }))[0], 'permerror', record)
  }
})

test('a signature that cannot be read is there all the same', async () => {
  const [result] = await judged(`DKIM-Signature: v=1; a=rot13-md5; d=shop.test; s=s1; b=AAAA\r\n${MAIL}`)
  assert.equal(result, 'permerror')
})

test('the best signature speaks for the mail, and each is shown', async () => {
  const twice = await sign(await sign(MAIL), { domain: 'elsewhere.test' })
  const { dkim } = await new TestZone(KEY).check(twice)
  assert.deepEqual(
    dkim.signatures.map(({ result, domain }) => [result, domain]),
    [
      ['permerror', 'elsewhere.test'],
      ['pass', 'shop.test'],
    ],
  )
  assert.deepEqual([dkim.result, dkim.domain], ['pass', 'shop.test'])
})
