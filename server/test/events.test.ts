import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { allMail, getMail } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const INBOX = 'followed@mayfly.test'

/** Follows the account's events, and comes back by itself with Last-Event-ID, as EventSource in a browser does. */
class Follower implements Disposable {
  readonly subjects: string[] = []
  readonly #server: RunningServer
  /** After how many mails it breaks off. */
  readonly #moments: ReadonlySet<number>
  breaks = 0
  #lastId = ''
  #placed = false
  #over = false
  #breakOff: () => void = () => undefined

  constructor(server: RunningServer, moments: Iterable<number>) {
    this.#server = server
    this.#moments = new Set(moments)
    this.#connect()
  }

  get placed(): boolean {
    return this.#placed
  }

  [Symbol.dispose](): void {
    this.#over = true
    this.#breakOff()
  }

  #connect(): void {
    if (this.#over) return
    const again = () => setTimeout(() => this.#connect(), 50)
    const headers = { 'x-api-key': this.#server.key, ...(this.#lastId !== '' && { 'last-event-id': this.#lastId }) }
    let answered = false
    const asked = request(`${this.#server.httpUrl}/v1/events`, { headers }, (response) => {
      answered = true
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        const blocks = (text + piece).split('\n\n')
        text = blocks.pop() ?? ''
        // Whoever has broken off does not hear the rest of what had come.
        for (const block of blocks) if (!asked.destroyed) this.#hear(block)
      })
      response.on('close', again).on('error', () => undefined)
    })
    asked.on('error', () => (answered ? undefined : again())).end()
    this.#breakOff = () => asked.destroy()
  }

  #hear(block: string): void {
    const value = (field: string) => new RegExp(`^${field}: (.*)$`, 'm').exec(block)?.[1]
    this.#lastId = value('id') ?? this.#lastId
    this.#placed = true
    const data = value('data')
    if (data === undefined || value('event') !== 'message.received') return
    this.subjects.push(JSON.parse(data).subject)
    if (!this.#moments.has(this.subjects.length)) return
    this.breaks++
    this.#breakOff()
  }
}

/** The server is killed, and started again on the same folder. */
class Outages {
  readonly #server: RunningServer
  #over: Promise<void> = Promise.resolve()
  count = 0

  constructor(server: RunningServer) {
    this.#server = server
  }

  /** Resolves once the server is there. */
  get over(): Promise<void> {
    return this.#over
  }

  async strike(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#over = promise
    this.count++
    await this.#server.kill9()
    await this.#server.start()
    resolve()
  }
}

/** Sends until so many mails are accepted. What an outage cut short is not sent again: it may be there. */
async function sendUntilAccepted(
  server: RunningServer,
  outages: Outages,
  lane: number,
  count: number,
  accept: (subject: string) => void,
): Promise<void> {
  let [sent, accepted] = [0, 0]
  while (accepted < count) {
    await outages.over
    const before = outages.count
    try {
      using client = await SmtpClient.greeted(server)
      for (; accepted < count; accepted++) {
        const subject = `${lane}-${sent++}`
        assert.equal((await client.pipelinedMail(INBOX, `Subject: ${subject}\r\n\r\nhello\r\n`)).code, 250)
        accept(subject)
      }
    } catch (error) {
      if (outages.count === before) throw error
    }
  }
}

/** So many moments, no two the same, in their order. */
function randomMoments(count: number, end: number): number[] {
  const moments = fc.uniqueArray(fc.integer({ min: 1, max: end - 1 }), { minLength: count, maxLength: count })
  return (fc.sample(moments, 1)[0] ?? []).sort((a, b) => a - b)
}

const MAILS = 2_000
const LANES = 4
const BREAKS = 50
const KILLS = 3

test('a follower that breaks off 50 times, and whose server is killed 3 times, hears of each of 2,000 mails once', async () => {
  await using server = await startServer()
  await getMail(server, INBOX)
  using follower = new Follower(server, randomMoments(BREAKS, MAILS))
  await waitUntil('the follower is connected', () => follower.placed)
  const outages = new Outages(server)
  const accepted = new Set<string>()
  const accept = (subject: string) => accepted.add(subject)
  const strikes = (async () => {
    for (const moment of randomMoments(KILLS, MAILS)) {
      await waitUntil('enough is accepted', () => accepted.size >= moment)
      await outages.strike()
    }
  })()
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    sendUntilAccepted(server, outages, lane, MAILS / LANES, accept),
  )
  await Promise.all([strikes, ...lanes])
  const stored = (await Array.fromAsync(allMail(server, INBOX, 100))).map(({ subject }) => subject).reverse()
  await waitUntil('everything is heard', () => follower.subjects.length >= stored.length)
  assert.deepEqual(follower.subjects, stored)
  assert.equal(accepted.size, MAILS)
  assert.deepEqual([...accepted.difference(new Set(stored))], [])
  assert.equal(follower.breaks, BREAKS)
})
