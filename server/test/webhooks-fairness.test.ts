import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { addWebhook, BENCH, BOX, claimBox, metric } from './support/webhook-bench.ts'
import { hang, WebhookReceiver } from './support/webhook-receiver.ts'

const ENDPOINTS = 50
const HANGING = 10
const EVENTS = 10_000
const MAILS = EVENTS / ENDPOINTS
const PER_ENDPOINT = 5
const PATIENCE_MS = 120_000

test('10,000 events to 50 endpoints of which 10 hang: the 40 others have all of theirs meanwhile', async () => {
  // Nothing that hangs ends before the test does: who waited for it would wait in vain.
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_TIMEOUT: '5m' } })
  await using stack = new AsyncDisposableStack()
  await claimBox(server)
  const receivers: WebhookReceiver[] = []
  for (let n = 0; n < ENDPOINTS; n++) {
    const receiver = stack.use(await WebhookReceiver.listen(n < HANGING ? { answer: hang } : {}))
    receivers.push(receiver)
    await addWebhook(server, receiver.url())
  }
  using client = await SmtpClient.greeted(server)
  for (let n = 0; n < MAILS; n++) {
    assert.equal((await client.mail(BOX, `Subject: mail ${n}\r\n\r\nGood day`)).code, 250)
  }
  const [hanging, healthy] = [receivers.slice(0, HANGING), receivers.slice(HANGING)]
  for (const receiver of healthy) {
    await receiver.first(MAILS, PATIENCE_MS)
    assert.equal(new Set(receiver.received.map(({ delivery }) => delivery)).size, MAILS)
  }
  await waitUntil(
    'what came is written down',
    async () => (await metric(server, 'mayfly_webhook_in_flight')) === HANGING * PER_ENDPOINT,
  )
  for (const { received, open } of hanging) assert.deepEqual([received.length, open], [PER_ENDPOINT, PER_ENDPOINT])
  for (const { received } of healthy) assert.equal(received.length, MAILS)
})
