import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImapClient } from './support/imap-client.ts'
import { type RunningServer, startServer } from './support/running-server.ts'

const CLIENTS = 6
const MESSAGES = 60
/** After so many answers of OK the server is killed. */
const KILL_AFTER = [100, 300, 500]

/** What one client was told of one message of its inbox. */
interface Told {
  /** Null until APPEND was answered. */
  uid: number | null
  /** The keyword of the last STORE that was answered. */
  flag: string | null
  /** One that was sent and not answered: it holds or it does not. */
  doubtful: string | null
}

/** Files messages and flags them, each step once, while the server is killed and started again and again. */
class Storm {
  readonly told: Told[][] = Array.from({ length: CLIENTS }, () => [])
  answered = 0
  readonly #server: RunningServer
  readonly #killAfter = [...KILL_AFTER]
  #up: Promise<void> = Promise.resolve()

  constructor(server: RunningServer) {
    this.#server = server
  }

  async run(): Promise<void> {
    await Promise.all(this.told.map((_, client) => this.#workUntilDone(client)))
    await this.#up
  }

  async #workUntilDone(client: number): Promise<void> {
    const told = this.told[client] as Told[]
    while (told.length < MESSAGES) {
      await this.#up
      try {
        using connection = await ImapClient.reading(this.#server, address(client))
        while (told.length < MESSAGES) await this.#fileOne(connection, told)
      } catch (error) {
        assert.match(String(error), /closed the connection/)
      }
    }
  }

  async #fileOne(connection: ImapClient, told: Told[]): Promise<void> {
    const message: Told = { uid: null, flag: null, doubtful: null }
    told.push(message)
    const { status, code } = await connection.append('INBOX', source(told.length))
    assert.equal(status, 'OK')
    message.uid = Number(/^APPENDUID \d+ (\d+)$/.exec(code ?? '')?.[1])
    this.#count()
    for (const flag of ['first', 'second']) {
      message.doubtful = flag
      await connection.ok(`UID STORE ${message.uid} FLAGS.SILENT (${flag})`)
      message.flag = flag
      message.doubtful = null
      this.#count()
    }
  }

  #count(): void {
    this.answered += 1
    if (this.answered < (this.#killAfter[0] ?? Number.POSITIVE_INFINITY)) return
    this.#killAfter.shift()
    this.#up = this.#killAndStart()
  }

  async #killAndStart(): Promise<void> {
    await this.#server.kill9()
    await this.#server.start()
  }
}

const address = (client: number): string => `filer${client}@mayfly.test`
const source = (n: number): string => `Subject: message ${n}\r\n\r\n${'All of it. '.repeat(n)}\r\n`

/** By subject, what is in an inbox. */
async function readBack(server: RunningServer, client: number): Promise<Map<string, { uid: number; flags: string }>> {
  using connection = await ImapClient.reading(server, address(client))
  const rows = await connection.fetch('FETCH 1:* (UID FLAGS BODY.PEEK[])')
  const found = new Map<string, { uid: number; flags: string }>()
  for (const { data } of rows) {
    const text = data.sections.get('BODY[]') ?? ''
    const n = Number(/^Subject: message (\d+)/.exec(text)?.[1])
    assert.equal(text, source(n))
    assert.ok(!found.has(String(n)), `message ${n} is there twice`)
    const flags = (data.flags ?? []).filter((flag) => flag !== '\\Recent')
    found.set(String(n), { uid: data.uid ?? 0, flags: flags.join(' ') })
  }
  return found
}

test('three kills: what was filed and flagged with OK is there once and whole', async () => {
  await using server = await startServer()
  const storm = new Storm(server)
  await storm.run()
  const unanswered = storm.told.flat().filter(({ uid, doubtful }) => uid === null || doubtful !== null)
  assert.ok(unanswered.length >= KILL_AFTER.length, 'the kills have met nothing in flight')
  for (const [client, told] of storm.told.entries()) {
    const found = await readBack(server, client)
    for (const [at, { uid, flag, doubtful }] of told.entries()) {
      const message = found.get(String(at + 1))
      if (uid === null) continue
      assert.equal(message?.uid, uid, `message ${at + 1} of ${address(client)} had its OK`)
      const allowed = [flag ?? '', ...(doubtful === null ? [] : [doubtful])]
      assert.ok(allowed.includes(message?.flags ?? ''), `message ${at + 1}: ${message?.flags} and not ${allowed}`)
    }
  }
})
