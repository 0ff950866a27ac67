import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signService } from './sign-service.ts'

test('RFC 4231 §4.3: the vector whose key is a text', () => {
  assert.equal(
    signService('Jefe', Buffer.from('what do ya want for nothing?')),
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

test('the prefix is part of the key', () => {
  const body = Buffer.from('{}')
  // openssl dgst -sha256 -hmac whsec_c2VjcmV0
  assert.equal(
    signService('whsec_c2VjcmV0', body),
    'sha256=f2a9d48be51b03e17422a1499a4cdb7f8400afd0aa4cf50f34b9852d223553bb',
  )
  assert.notEqual(signService('whsec_c2VjcmV0', body), signService('c2VjcmV0', body))
})
