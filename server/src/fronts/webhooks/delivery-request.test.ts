import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { buildDeliveryRequest } from './delivery-request.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const OLD = 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const ATTEMPT = {
  deliveryId: 'dlv_1',
  event: 'message.received',
  data: { inbox: 'ann@mayfly.test', subject: 'Grüße "1"' },
  attempt: 3,
  at: Date.now(),
}
const TIMESTAMP = Math.floor(ATTEMPT.at / 1000)
const serviceSignature = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

test('the body has its four fields in their order, the headers say the same', () => {
  const { headers, body } = buildDeliveryRequest({ ...ATTEMPT, secrets: { current: SECRET, previous: null } })
  assert.equal(
    body.toString(),
    `{"event":"message.received","delivery_id":"dlv_1","timestamp":${TIMESTAMP},"data":{"inbox":"ann@mayfly.test","subject":"Grüße \\"1\\""}}`,
  )
  const { 'X-Service-Signature': own, 'webhook-signature': standard, ...rest } = headers
  assert.deepEqual(rest, {
    'Content-Type': 'application/json',
    'User-Agent': 'Mayfly-Webhooks/1',
    'X-Service-Event': 'message.received',
    'X-Service-Delivery': 'dlv_1',
    'X-Service-Timestamp': String(TIMESTAMP),
    'X-Service-Attempt': '3',
    'webhook-id': 'dlv_1',
    'webhook-timestamp': String(TIMESTAMP),
  })
  assert.equal(own, serviceSignature(SECRET, body))
  assert.match(standard ?? '', /^v1,[^ ]+$/)
  new Webhook(SECRET).verify(body, headers)
})

test('while a rotation lasts, X-Service-Signature stays with the old secret and webhook-signature has both', () => {
  const { headers, body } = buildDeliveryRequest({ ...ATTEMPT, secrets: { current: SECRET, previous: OLD } })
  assert.equal(headers['X-Service-Signature'], serviceSignature(OLD, body))
  for (const secret of [SECRET, OLD]) new Webhook(secret).verify(body, headers)
})

test('a second attempt has its own time, and the same id', () => {
  const secrets = { current: SECRET, previous: null }
  const later = buildDeliveryRequest({ ...ATTEMPT, at: ATTEMPT.at + 60_000, attempt: 4, secrets })
  const body = JSON.parse(later.body.toString())
  assert.equal(body.timestamp, TIMESTAMP + 60)
  assert.equal(body.delivery_id, 'dlv_1')
  assert.equal(later.headers['X-Service-Attempt'], '4')
})
