import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Folder } from './support/folder.ts'
import { GetMailPoller } from './support/get-mail-poller.ts'
import { ImapClient } from './support/imap-client.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

// IMAP_LOAD=full: the 200 sessions for a minute, at the pace of mail programs, and what getMail loses by them.
const FULL = process.env['IMAP_LOAD'] === 'full'
const SESSIONS = FULL ? 200 : 50
/** Of work, and as many of rest, each so long. */
const TURNS = 6
const TURN_MS = 10_000
/** What each session does, where it is not the clock that ends it. */
const STEPS = 25
const BETWEEN_STEPS_MS = FULL ? 500 : 0
/** Five sessions in each. */
const INBOXES = SESSIONS / 5

const inbox = (n: number): string => `load${n % INBOXES}@mayfly.test`

function letter(n: number): string {
  return `From: Ann <ann@sender.test>\r\nSubject: mail ${n}\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nPlain ${n}\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>${n}</p>\r\n--b--\r\n`
}

/** The same for every run of a session. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) >>> 0
    return (state >>> 8) % sides
  }
}

/** One client that does what mail programs do, with any message that it believes to be there. */
class LoadSession {
  commands = 0
  readonly #client: ImapClient
  readonly #roll: (sides: number) => number

  constructor(client: ImapClient, seed: number) {
    this.#client = client
    this.#roll = dice(seed)
  }

  /** RFC 2180 §4.1: a message that another session has removed may be refused. Nothing else may. */
  async #say(line: string): Promise<void> {
    const { status, code, text } = await this.#client.command(line)
    this.commands += 1
    assert.ok(status === 'OK' || (status === 'NO' && code === 'EXPUNGEISSUED'), `${line}: ${status} [${code}] ${text}`)
  }

  async step(n: number): Promise<void> {
    const count = this.#client.view?.count ?? 0
    if (count === 0) return this.#say(this.#roll(2) === 0 ? 'NOOP' : 'SELECT INBOX')
    const one = 1 + this.#roll(count)
    const steps: readonly (() => Promise<unknown>)[] = [
      () => this.#say(`FETCH ${Math.max(1, count - 20)}:* (UID FLAGS ENVELOPE RFC822.SIZE INTERNALDATE)`),
      () => this.#say(`FETCH ${one} (UID BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (SUBJECT FROM)])`),
      () => this.#say(`FETCH ${one} (BODY[] MODSEQ)`),
      () => this.#say(`UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${n})`),
      () => this.#say(`SEARCH UNSEEN SUBJECT "mail ${this.#roll(10)}"`),
      () => this.#say('UID SEARCH RETURN (MIN MAX COUNT) FLAGGED'),
      () => this.#say(`STORE ${one} +FLAGS (\\Flagged k${this.#roll(3)})`),
      () => this.#say(`STORE ${one} -FLAGS.SILENT (\\Seen)`),
      () => this.#say(`COPY ${one} Kept`),
      () => this.#remove(one),
      () => this.#say('STATUS Kept (MESSAGES UNSEEN UIDNEXT HIGHESTMODSEQ SIZE)'),
      () => this.#say('LIST "" *'),
      () => this.#append(n),
      () => this.#idle(),
      () => this.#say(this.#roll(4) === 0 ? 'SELECT INBOX' : 'NOOP'),
    ]
    await (steps[this.#roll(steps.length)] as () => Promise<unknown>)()
  }

  async #remove(one: number): Promise<void> {
    await this.#say(`STORE ${one} +FLAGS.SILENT (\\Deleted)`)
    await this.#say('EXPUNGE')
  }

  async #append(n: number): Promise<void> {
    const { status, text } = await this.#client.append('INBOX', letter(n), '(\\Seen) ')
    this.commands += 1
    assert.equal(status, 'OK', text)
  }

  async #idle(): Promise<void> {
    const done = await this.#client.idle()
    if (FULL) await pause(BETWEEN_STEPS_MS)
    this.commands += 1
    assert.equal((await done()).status, 'OK')
  }
}

/** When there is work. */
class Shift {
  over = false
  #on: Promise<void> = Promise.resolve()
  #begin: () => void = () => undefined

  rest(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#on = promise
    this.#begin = resolve
  }

  begin(): void {
    this.#begin()
  }

  /** Resolves at once while there is work. */
  get on(): Promise<void> {
    return this.#on
  }
}

/** Mail for all inboxes, until the work is done. */
async function sendOn(server: RunningServer, shift: Shift): Promise<number> {
  using sender = await SmtpClient.greeted(server)
  let sent = 0
  for (; !shift.over; sent += 1) {
    await shift.on
    assert.equal((await sender.mail(inbox(sent), letter(sent))).code, 250)
    if (FULL) await pause(20)
  }
  return sent
}

async function workOn(server: RunningServer, shift: Shift, n: number): Promise<Done> {
  using client = await ImapClient.reading(server, inbox(n))
  const session = new LoadSession(client, n + 1)
  for (let step = 0; FULL ? !shift.over : step < STEPS; step += 1) {
    await shift.on
    await session.step(step)
    if (FULL) await pause(BETWEEN_STEPS_MS)
  }
  await client.ok('LOGOUT')
  return { commands: session.commands, responses: client.heard }
}

interface Done {
  readonly commands: number
  readonly responses: number
}

async function work(server: RunningServer, shift: Shift): Promise<Done & { readonly sent: number }> {
  const sessions = Promise.all(Array.from({ length: SESSIONS }, (_, n) => workOn(server, shift, n))).finally(() => {
    shift.over = true
  })
  // The first that fails is the one to be told of.
  const [done, ...sent] = await Promise.all([sessions, sendOn(server, shift), sendOn(server, shift)])
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  return {
    commands: sum(done.map(({ commands }) => commands)),
    responses: sum(done.map(({ responses }) => responses)),
    sent: sum(sent),
  }
}

/** Work and rest in turns, so that whatever else the machine does falls on both. */
async function measure(t: TestContext, server: RunningServer, shift: Shift): Promise<void> {
  using poller = new GetMailPoller(server)
  await poller.rate(TURN_MS)
  const rates = { beside: 0, alone: 0 }
  for (let turn = 0; turn < TURNS; turn += 1) {
    rates.beside += await poller.rate(TURN_MS)
    shift.rest()
    // What is in hand is finished first.
    await pause(2 * BETWEEN_STEPS_MS)
    rates.alone += await poller.rate(TURN_MS)
    shift.begin()
  }
  shift.over = true
  const [beside, alone] = [rates.beside / TURNS, rates.alone / TURNS]
  t.diagnostic(`getMail ${alone.toFixed(0)}/s alone, ${beside.toFixed(0)}/s beside: ${(beside / alone).toFixed(2)}`)
}

async function prepare(server: RunningServer): Promise<void> {
  using sender = await SmtpClient.greeted(server)
  for (let n = 0; n < INBOXES; n += 1) {
    using client = await ImapClient.loggedIn(server, inbox(n))
    await client.ok('CREATE Kept')
    for (let mail = 0; mail < 5; mail += 1) assert.equal((await sender.mail(inbox(n), letter(mail))).code, 250)
  }
}

test(`${SESSIONS} sessions at work beside SMTP: no response breaks the protocol`, { timeout: 300_000 }, async (t) => {
  using folder = new Folder()
  const plans = folder.join('plans.json')
  writeFileSync(plans, JSON.stringify({ team: { requests_per_minute: 100_000_000 } }))
  await using server = await startServer({ env: { MAYFLY_PLANS_FILE: plans } })
  await prepare(server)
  const shift = new Shift()
  const done = work(server, shift)
  if (FULL) await Promise.race([measure(t, server, shift), done])
  const { commands, responses, sent } = await done
  t.diagnostic(`${commands} commands, ${responses} responses, ${sent} mails`)
  assert.ok(sent > 0)
  assert.ok(commands >= SESSIONS * STEPS)
  assert.doesNotMatch(server.log, /"level":"error"/)
})
