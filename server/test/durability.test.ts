import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { allMail, getMail } from './support/get-mail.ts'
import { assertWhole, markedMail } from './support/marked-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

const MAILS = 20_000
const ADDRESSES = 1_000
const SENDERS = 20
/** After so many answers of 250 the server is killed. */
const KILL_AFTER = [1_000, 5_000, 9_000, 14_000, 18_500]

const address = (n: number): string => `box${n % ADDRESSES}@mayfly.test`

/** Every tenth mail has two recipients: both have it, or neither. At most 40 are for one address, of 50 that are held. */
function recipientsOf(mail: number): string[] {
  return mail % 10 === 0 ? [address(mail), address(mail + ADDRESSES / 2)] : [address(mail)]
}

/** Sends all mails, each of them once, while the server is killed and started again and again. */
class Storm {
  readonly acknowledged = new Set<number>()
  readonly unanswered = new Set<number>()
  readonly #server: RunningServer
  readonly #killAfter = [...KILL_AFTER]
  #next = 0
  #up: Promise<void> = Promise.resolve()

  constructor(server: RunningServer) {
    this.#server = server
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: SENDERS }, () => this.#sendUntilDone()))
    await this.#up
  }

  async #sendUntilDone(): Promise<void> {
    while (this.#next < MAILS) {
      await this.#up
      try {
        using client = await SmtpClient.greeted(this.#server)
        while (this.#next < MAILS) await this.#sendOne(client, this.#next++)
      } catch (error) {
        assert.match(String(error), /closed the connection/)
      }
    }
  }

  async #sendOne(client: SmtpClient, mail: number): Promise<void> {
    this.unanswered.add(mail)
    const recipients = recipientsOf(mail)
    const rcpt = recipients.map((to) => `RCPT TO:<${to}>\r\n`).join('')
    client.write(`MAIL FROM:<sender@elsewhere.test>\r\n${rcpt}DATA\r\n`)
    for (const _ of ['MAIL', ...recipients]) assert.equal((await client.reply()).code, 250)
    assert.equal((await client.reply()).code, 354)
    const { code, text } = await client.command(`${markedMail(`mail-${mail}`)}\r\n.`)
    assert.equal(code, 250, text)
    this.unanswered.delete(mail)
    this.acknowledged.add(mail)
    if (this.acknowledged.size < (this.#killAfter[0] ?? Number.POSITIVE_INFINITY)) return
    this.#killAfter.shift()
    this.#up = this.#killAndStart()
  }

  async #killAndStart(): Promise<void> {
    await this.#server.kill9()
    await this.#server.start()
  }
}

async function readBack(server: RunningServer): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  let next = 0
  const reader = async (): Promise<void> => {
    while (next < ADDRESSES) {
      const to = address(next++)
      const ids: string[] = []
      for await (const message of allMail(server, to, 15)) ids.push(assertWhole(message))
      found.set(to, ids)
    }
  }
  await Promise.all(Array.from({ length: 8 }, reader))
  return found
}

test('20,000 mails, five kills: what got its 250 is there once and whole, the rest once or not at all', async () => {
  await using server = await startServer()
  // One half has an owner when the mail comes, for the other half it is held.
  for (let n = 0; n < ADDRESSES / 2; n++) await getMail(server, address(n))
  const storm = new Storm(server)
  await storm.run()
  assert.equal(storm.acknowledged.size + storm.unanswered.size, MAILS)
  assert.ok(storm.unanswered.size >= KILL_AFTER.length, 'the kills have met no mail in flight')

  const found = await readBack(server)
  for (let mail = 0; mail < MAILS; mail++) {
    const copies = recipientsOf(mail).map((to) => found.get(to)?.filter((id) => id === `mail-${mail}`).length)
    assert.equal(new Set(copies).size, 1, `mail-${mail} is half there: ${copies}`)
    if (storm.acknowledged.has(mail)) assert.equal(copies[0], 1, `mail-${mail} had its 250`)
    else assert.ok((copies[0] ?? 0) <= 1, `mail-${mail} is there ${copies[0]} times`)
  }

  assert.equal(await server.stop(), 0)
  using db = new DatabaseSync(join(server.dataDir, 'mayfly.db'))
  assert.equal(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok')
  const stored = [...found.values()].flat().length
  assert.equal(db.prepare('SELECT count(*) AS n FROM message').get()?.['n'], stored)
})
