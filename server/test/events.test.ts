import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { getMail } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const INBOX = 'followed@mayfly.test'

/** Follows the account's events, and comes back by itself with Last-Event-ID, as EventSource in a browser does. */
class Follower implements Disposable {
  readonly subjects: string[] = []
  readonly #server: RunningServer
  #lastId = ''
  #placed = false
  #over = false
  #breakOff: () => void = () => undefined

  constructor(server: RunningServer) {
    this.#server = server
    this.#connect()
  }

  get placed(): boolean {
    return this.#placed
  }

  breakOff(): void {
    this.#breakOff()
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
        for (const block of blocks) this.#hear(block)
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
    if (data !== undefined && value('event') === 'message.received') this.subjects.push(JSON.parse(data).subject)
  }
}

test('a follower that breaks off 50 times, and whose server is killed twice, hears of each mail once', async () => {
  await using server = await startServer()
  await getMail(server, INBOX)
  using follower = new Follower(server)
  await waitUntil('the follower is connected', () => follower.placed)
  const accepted: string[] = []
  for (const third of [0, 1, 2]) {
    if (third > 0) {
      await server.kill9()
      await server.start()
    }
    using client = await SmtpClient.greeted(server)
    for (let i = 0; i < 300; i++) {
      const subject = `${third}-${i}`
      assert.equal((await client.mail(INBOX, `Subject: ${subject}\r\n\r\nhello\r\n`)).code, 250)
      accepted.push(subject)
      if (i % 18 === 17) follower.breakOff()
    }
  }
  await waitUntil('everything is heard', () => follower.subjects.length >= accepted.length)
  assert.deepEqual(follower.subjects, accepted)
})
