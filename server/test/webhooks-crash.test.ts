import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { addWebhook, ask, attempted, BENCH, BOX, claimBox, metric, sendTo } from './support/webhook-bench.ts'
import { answerWith, hang, WebhookReceiver } from './support/webhook-receiver.ts'

const MAILS = 2_000
const SENDERS = 8
const HEALTHY = 3
/** After so many deliveries the server is killed. */
const KILL_AFTER = [500, 2_000, 4_000]
const PATIENCE_MS = 120_000

/** Sends mails until so many have had their 250, while the server is killed and started again and again. */
class Storm {
  readonly acknowledged = new Set<string>()
  kills = 0
  readonly #server: RunningServer
  readonly #killAfter = [...KILL_AFTER]
  #next = 0
  #up: Promise<void> = Promise.resolve()

  /** Resolves once the server that was killed last is there again. */
  get up(): Promise<void> {
    return this.#up
  }

  constructor(server: RunningServer) {
    this.#server = server
  }

  /** Told of each delivery that arrives. */
  delivered(total: number): void {
    if (total < (this.#killAfter[0] ?? Number.POSITIVE_INFINITY)) return
    this.#killAfter.shift()
    this.#up = this.#up.then(() => this.#killAndStart())
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: SENDERS }, () => this.#sendUntilDone()))
  }

  async #sendUntilDone(): Promise<void> {
    while (this.#next < MAILS) {
      await this.#up
      try {
        using client = await SmtpClient.greeted(this.#server)
        while (this.#next < MAILS) await this.#sendOne(client, `mail-${this.#next++}`)
      } catch (error) {
        assert.match(String(error), /closed the connection/)
      }
    }
  }

  async #sendOne(client: SmtpClient, subject: string): Promise<void> {
    const { code, text } = await client.mail(BOX, `Subject: ${subject}\r\n\r\nGood day`)
    assert.equal(code, 250, text)
    this.acknowledged.add(subject)
  }

  async #killAndStart(): Promise<void> {
    await this.#server.kill9()
    this.kills++
    await this.#server.start()
  }
}

const subjectOf = (body: Buffer): string => JSON.parse(body.toString()).data.subject

test('2,000 events, three kills: every healthy endpoint has each of them, and what comes twice has one id', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: '1,1,1,1' } })
  const storm = new Storm(server)
  await using stack = new AsyncDisposableStack()
  await claimBox(server)
  let total = 0
  const healthy: { receiver: WebhookReceiver; subjects: Set<string> }[] = []
  for (let n = 0; n < HEALTHY; n++) {
    const receiver = stack.use(await WebhookReceiver.listen())
    const subjects = new Set<string>()
    receiver.answer = (response, request) => {
      answerWith(200)(response, request)
      subjects.add(subjectOf(request.body))
      storm.delivered(++total)
    }
    healthy.push({ receiver, subjects })
    await addWebhook(server, receiver.url())
  }
  const broken = stack.use(await WebhookReceiver.listen({ answer: answerWith(500) }))
  const { id: brokenId } = await addWebhook(server, broken.url())

  await storm.run()
  assert.ok(storm.acknowledged.size > MAILS - SENDERS * KILL_AFTER.length - 1, `${storm.acknowledged.size} of ${MAILS}`)
  for (const { receiver, subjects } of healthy) {
    const missing = (): number => storm.acknowledged.difference(subjects).size
    await waitUntil('every event has come', () => missing() === 0, PATIENCE_MS).catch((error) => {
      throw new Error(`${missing()} events never came`, { cause: error })
    })
    const ids = new Map<string, string>()
    for (const { body, delivery } of receiver.received) {
      const subject = subjectOf(body)
      assert.equal(ids.get(subject) ?? delivery, delivery, `${subject} came under two ids`)
      ids.set(subject, delivery)
    }
    assert.equal(new Set(ids.values()).size, ids.size, 'one id was used for two events')
  }
  await storm.up
  await waitUntil(
    'all are written down',
    async () => (await metric(server, 'mayfly_webhook_backlog{kind="open"}')) === 0,
  )
  assert.equal(storm.kills, KILL_AFTER.length)
  assert.equal((await ask(server, 'GET', `/webhooks/${brokenId}`)).state, 'paused')
})

test('a stop does not wait for what hangs; after the start it is sent again, as the same attempt', async () => {
  const env = { ...BENCH, MAYFLY_WEBHOOK_TIMEOUT: '5m', MAYFLY_SHUTDOWN_TIMEOUT: '1s' }
  await using server = await startServer({ env })
  await using receiver = await WebhookReceiver.listen({ answer: hang })
  await claimBox(server)
  const { id } = await addWebhook(server, receiver.url())
  await sendTo(server, 'hello')
  await receiver.first(1)
  assert.equal(await server.stop(), 0)
  receiver.answer = answerWith(200)
  await server.start()
  const [before, after] = await receiver.first(2)
  assert.equal(after?.delivery, before?.delivery)
  const { state, attempts } = await attempted(server, id)
  assert.deepEqual([state, attempts.length, after?.headers['x-service-attempt']], ['delivered', 1, '1'])
})
