import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { newSigningSecret } from '../../domain/signing-secret.ts'
import { signStandard } from './sign-standard.ts'

function headersFor(secrets: readonly string[], id: string, timestamp: number, body: Buffer): Record<string, string> {
  const signature = signStandard(secrets, { id, timestamp, body })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
}

test('a fixed vector, made with openssl', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const body = Buffer.from('{"test": 2432232314}')
  assert.equal(
    signStandard([secret], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body }),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('the standardwebhooks package verifies what we sign, and one changed byte fails', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, at) => {
      const secret = newSigningSecret()
      const body = Buffer.from(json)
      const headers = headersFor([secret], 'dlv_1', Math.floor(Date.now() / 1000), body)
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(json))
      const changed = Buffer.from(body)
      changed[at % body.length] = (changed[at % body.length] ?? 0) ^ 1
      assert.throws(() => new Webhook(secret).verify(changed, headers), /No matching signature/)
    }),
  )
})

test('during a rotation the old and the new secret verify, and no third one', () => {
  const [current, previous] = [newSigningSecret(), newSigningSecret()]
  const body = Buffer.from('{"event":"test.ping"}')
  const headers = headersFor([current, previous], 'dlv_1', Math.floor(Date.now() / 1000), body)
  assert.equal(headers['webhook-signature']?.split(' ').length, 2)
  for (const secret of [current, previous]) new Webhook(secret).verify(body, headers)
  assert.throws(() => new Webhook(newSigningSecret()).verify(body, headers), /No matching signature/)
})

test('a secret is whsec_ and 32 bytes, and never the same', () => {
  assert.match(newSigningSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(newSigningSecret(), newSigningSecret())
})
