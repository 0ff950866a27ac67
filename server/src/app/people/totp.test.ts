import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, otpauthUrl, stepOfCode, totpCode, totpStep } from './totp.ts'

/** "12345678901234567890", the secret of both RFCs, in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('the values of RFC 4226, appendix D', () => {
  const expected = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  assert.deepEqual(
    expected.map((_, count) => totpCode(SECRET, count)),
    expected,
  )
})

test('the values of RFC 6238, appendix B, in six digits', () => {
  const expected: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  for (const [seconds, code] of expected) assert.equal(totpCode(SECRET, totpStep(seconds * 1_000)), code)
})

test('a code is taken one step early or late, and no more', () => {
  const now = 1_111_111_111_000
  const step = totpStep(now)
  for (const drift of [-1, 0, 1]) assert.equal(stepOfCode(SECRET, totpCode(SECRET, step + drift), now), step + drift)
  for (const drift of [-2, 2]) assert.equal(stepOfCode(SECRET, totpCode(SECRET, step + drift), now), null)
  assert.equal(stepOfCode(SECRET, '050 471', now), step)
  for (const wrong of ['', '05047', '0504711', 'x50471', '٠٥٠٤٧١']) assert.equal(stepOfCode(SECRET, wrong, now), null)
})

test('a secret has 160 bits, and the address for authenticators names its owner', () => {
  const secret = newTotpSecret()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.notEqual(secret, newTotpSecret())
  const url = new URL(otpauthUrl(secret, 'Mayfly', 'ann+x@people.test'))
  assert.equal(decodeURIComponent(url.pathname), '/Mayfly:ann+x@people.test')
  assert.equal(url.searchParams.get('secret'), secret)
})
