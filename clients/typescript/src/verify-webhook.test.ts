import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { signService } from '../../../server/src/protocols/webhook-signature/sign-service.ts'
import { signStandard } from '../../../server/src/protocols/webhook-signature/sign-standard.ts'
import { InvalidRequestError } from './errors.ts'
import { verifyWebhook } from './verify-webhook.ts'

interface Vector {
  readonly name: string
  readonly secrets: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Unix seconds. */
  readonly now: number
  readonly tolerance_seconds: number
  readonly result: string
}

const FILE = new URL('../../scenarios/webhook-signatures.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { vectors: Vector[] }

function verify({ body, headers, secrets, now, tolerance_seconds: tolerance }: Vector) {
  return verifyWebhook(body, headers, secrets, { now: now * 1_000, tolerance: tolerance * 1_000 })
}

assert.ok(vectors.length > 20)
for (const vector of vectors) {
  test(`${vector.name}: ${vector.result}`, async () => {
    if (vector.result === 'valid') assert.equal((await verify(vector)).event, JSON.parse(vector.body).event)
    else await assert.rejects(verify(vector), { name: 'WebhookVerificationError', code: vector.result })
  })
}

test('the vectors are what the server signs, and what openssl does', () => {
  const [{ secrets, headers, body } = assert.fail()] = vectors
  const secret = secrets[0] ?? ''
  const [id = '', timestamp = ''] = [headers['webhook-id'], headers['webhook-timestamp']]
  const bytes = Buffer.from(body)
  assert.equal(headers['X-Service-Signature'], signService(secret, bytes))
  assert.equal(headers['webhook-signature'], signStandard([secret], { id, timestamp: Number(timestamp), body: bytes }))
  const hmac = (key: Buffer, input: string) =>
    execFileSync('openssl', [...'dgst -sha256 -binary -mac HMAC -macopt'.split(' '), `hexkey:${key.toString('hex')}`], {
      input,
    })
  assert.equal(headers['X-Service-Signature'], `sha256=${hmac(Buffer.from(secret), body).toString('hex')}`)
  const standard = hmac(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${id}.${timestamp}.${body}`)
  assert.equal(headers['webhook-signature'], `v1,${standard.toString('base64')}`)
})

test('headers and bodies come in every form that servers have', async () => {
  const [{ secrets, headers, body, now } = assert.fail()] = vectors
  const bytes = new TextEncoder().encode(body)
  const asNode = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
  for (const form of [headers, asNode, new Headers(headers)]) {
    for (const raw of [body, bytes, Buffer.from(body), bytes.buffer]) {
      const { data } = await verifyWebhook(raw, form, secrets[0] ?? '', { now: now * 1_000 })
      assert.equal('messageId' in data && data.messageId, 'msg_0123456789abcdef1')
    }
  }
})

test('a secret or a body that cannot be right is a mistake of the receiver', async () => {
  const [{ headers, body } = assert.fail()] = vectors
  for (const secret of ['', 'secret', 'whsec_*', 'tk_1']) {
    await assert.rejects(verifyWebhook(body, headers, secret), InvalidRequestError)
  }
  const parsed = JSON.parse(body)
  await assert.rejects(verifyWebhook(parsed, headers, vectors[0]?.secrets ?? ''), /Do not parse it before/)
})
