import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { changeFlags, type FlagChange, sameFlags } from './flags.ts'
import { cut, mailboxOf, Stage, turn } from './play.ts'
import type { TestBackend } from './test-backend.ts'

interface Known {
  uid: number | null
  flags: readonly string[] | null
  modSeq: number
}

/** A client that believes every word: its picture of the mailbox is made of responses only. */
class Replica {
  readonly messages: Known[] = []
  readonly recent = new Set<number>()

  hear(line: string, command: string): void {
    const [, number, word] = /^\* (\d+) (EXISTS|EXPUNGE|RECENT|FETCH)\b/.exec(line) ?? []
    if (word === undefined) {
      assert.match(line, /^(?:\* (?:FLAGS \(|SEARCH\b|OK \[|ENABLED)|\+ )/, line)
      return
    }
    const seq = Number(number)
    if (word === 'EXISTS') this.#grow(seq)
    if (word === 'EXPUNGE') this.#drop(seq, command)
    if (word === 'RECENT') assert.ok(seq <= this.messages.length)
    if (word === 'FETCH') this.#learn(seq, line)
  }

  #grow(size: number): void {
    assert.ok(size >= this.messages.length, 'EXISTS never shrinks a mailbox')
    while (this.messages.length < size) this.messages.push({ uid: null, flags: null, modSeq: 0 })
  }

  #drop(seq: number, command: string): void {
    // RFC 3501 §7.4.1.
    assert.doesNotMatch(command, /^(?:FETCH|STORE|SEARCH)/)
    assert.ok(seq >= 1 && seq <= this.messages.length, `EXPUNGE ${seq} of ${this.messages.length}`)
    this.messages.splice(seq - 1, 1)
  }

  #learn(seq: number, line: string): void {
    const known = this.messages[seq - 1]
    assert.ok(known !== undefined, `${line} of ${this.messages.length}`)
    const uid = Number(/UID (\d+)/.exec(line)?.[1])
    assert.ok(known.uid === null || known.uid === uid, `${line}, but it was ${known.uid}`)
    known.uid = uid
    const modSeq = Number(/MODSEQ \((\d+)\)/.exec(line)?.[1] ?? known.modSeq)
    assert.ok(modSeq >= known.modSeq, 'a mod-sequence never goes back')
    known.modSeq = modSeq
    const flags = /FLAGS \(([^)]*)\)/.exec(line)?.[1]?.split(' ').filter(Boolean)
    if (flags === undefined) return
    if (flags.includes('\\Recent')) this.recent.add(uid)
    known.flags = flags.filter((flag) => flag !== '\\Recent')
  }
}

type Step = readonly [kind: string, one: number, two: number]

/** A command, made of what the client knows when it gives it. */
function makeCommand([kind, one, two]: Step, { messages }: Replica): string {
  const any = (pick: number) => 1 + (pick % Math.max(1, messages.length))
  const seqs = `${any(one)}:${any(two)}`
  const uids = `${1 + (one % 12)}:${1 + (two % 12)}`
  const flag = ['\\Seen', '\\Deleted', '\\Flagged', '$Key'][two % 4]
  const sign = ['+', '-', ''][one % 3]
  const silent = two % 2 === 0 ? '.SILENT' : ''
  const commands: Record<string, string> = {
    fetch: `FETCH ${seqs} (UID FLAGS)`,
    read: `FETCH ${seqs} (UID BODY[]<0.1>)`,
    uidFetch: `UID FETCH ${uids} FLAGS`,
    store: `STORE ${seqs} ${sign}FLAGS${silent} (${flag})`,
    uidStore: `UID STORE ${uids} ${sign}FLAGS${silent} (${flag})`,
    mark: `UID STORE ${1 + (one % 12)} +FLAGS.SILENT (\\Deleted)`,
    search: 'SEARCH UNSEEN',
    uidSearch: 'UID SEARCH BODY text',
    expunge: 'EXPUNGE',
    uidExpunge: `UID EXPUNGE ${uids}`,
    copy: `COPY ${seqs} INBOX`,
    uidCopy: `UID COPY ${uids} Other`,
    move: `MOVE ${seqs} Other`,
    uidMove: `UID MOVE ${uids} INBOX`,
    append: 'APPEND INBOX (\\Flagged) {4+}\r\ntext',
    noop: 'NOOP',
    idle: 'IDLE',
    reopen: 'SELECT INBOX',
  }
  const needsOne = messages.length === 0 && ['fetch', 'read', 'store', 'copy', 'move'].includes(kind)
  return needsOne ? 'NOOP' : (commands[kind] ?? 'NOOP')
}

class Client {
  readonly replica = new Replica()
  readonly #stage: Stage
  #tag = 0

  constructor(backend: TestBackend) {
    this.#stage = new Stage({ backend, limits: { badCommands: 1000 } })
  }

  async open(condstore: boolean): Promise<void> {
    await this.#stage.say('x LOGIN ann secret')
    const exists = (await this.#stage.say(`x SELECT INBOX${condstore ? ' (CONDSTORE)' : ''}`)).find((line) =>
      line.endsWith('EXISTS'),
    )
    this.replica.hear(exists as string, 'SELECT')
    if (this.replica.messages.length > 0) await this.do('FETCH 1:* (UID FLAGS)')
  }

  async do(command: string): Promise<void> {
    this.#tag += 1
    const tag = `t${this.#tag}`
    assert.deepEqual(this.#stage.wire.take(), [], 'nothing is said while no command is in progress')
    if (command.startsWith('SELECT')) this.replica.messages.length = 0
    this.#stage.send(`${tag} ${command}\r\n`)
    for (let turns = 0, done = command !== 'IDLE'; ; turns += 1) {
      assert.ok(turns < 1000, `${command} is answered`)
      await turn()
      if (!done && turns > 5) {
        this.#stage.send('DONE\r\n')
        done = true
      }
      for (const line of this.#stage.wire.take()) {
        if (!line.startsWith(`${tag} `)) this.replica.hear(line, command)
        else return this.#complete(command, line)
      }
    }
  }

  /** What .SILENT leaves to the client. */
  #complete(command: string, answer: string): void {
    assert.match(answer, / (?:OK |NO \[(?:EXPUNGEISSUED|TRYCREATE)\])/, `${command}: ${answer}`)
    const silent = /^(UID )?STORE (\d+)(?::(\d+))? ([+-]?)FLAGS\.SILENT \((.*)\)/.exec(command)
    if (silent === null || !answer.includes(' OK ')) return
    const [, uid, one, two, sign, flag] = silent
    const [low, high] = [Number(one), Number(two ?? one)].sort((a, b) => a - b) as [number, number]
    const change = ({ '+': 'add', '-': 'remove' }[sign as string] ?? 'replace') as FlagChange
    for (const [index, known] of this.replica.messages.entries()) {
      const number = uid === undefined ? index + 1 : known.uid
      if (number === null || number < low || number > high || known.flags === null) continue
      known.flags = changeFlags(known.flags, change, [flag as string])
    }
  }

  /** The client's picture against the mailbox, first what it has been told, then what it is told when it asks. */
  async compare(backend: TestBackend): Promise<void> {
    await this.do('NOOP')
    const { rows } = backend.inbox
    const { messages } = this.replica
    assert.equal(messages.length, rows.length)
    for (const [index, row] of rows.entries()) {
      const { uid, flags } = messages[index] as Known
      if (uid !== null) assert.equal(uid, row.uid)
      if (flags !== null) assert.ok(sameFlags(flags, row.flags), `${row.uid}: ${flags} is ${row.flags}`)
    }
    if (rows.length > 0) await this.do('FETCH 1:* (UID FLAGS)')
    assert.deepEqual(
      messages.map(({ uid, flags }) => [uid, [...(flags ?? [])].sort()]),
      rows.map(({ uid, flags }) => [uid, [...flags].sort()]),
    )
  }
}

const looking = 'fetch read uidFetch search uidSearch noop idle reopen'
const changing = 'store store uidStore mark mark expunge uidExpunge copy uidCopy move uidMove append'
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(...`${looking} ${changing}`.split(' ')),
  fc.nat(30),
  fc.nat(30),
)
const script = fc.array(step, { maxLength: 14 })

test('three sessions: what each has been told is what the mailbox is', () =>
  fc.assert(
    fc.asyncProperty(
      fc.tuple(script, script, script),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 7 }),
      fc.nat(6),
      async (scripts, delays, size) => {
        const backend = mailboxOf(size)
        backend.inbox.recentFrom = 1
        backend.add('Other')
        let calls = 0
        // Answers come late, each time by another measure, so that the sessions' work falls between each other's.
        backend.delay = async () => {
          const waits = delays[calls++ % delays.length] as number
          for (let wait = 0; wait < waits; wait += 1) await turn()
        }
        const clients = [new Client(backend), new Client(backend), new Client(backend)]
        await Promise.all(clients.map((client, index) => client.open(index === 0)))
        await Promise.all(
          clients.map(async (client, index) => {
            for (const one of scripts[index] as Step[]) await client.do(makeCommand(one, client.replica))
          }),
        )
        backend.delay = async () => {}
        for (const client of clients) await client.compare(backend)
        const recent = clients.flatMap(({ replica }) => [...replica.recent])
        assert.equal(new Set(recent).size, recent.length, 'a message is \\Recent in one session')
      },
    ),
    { numRuns: 150 },
  ))

const line = fc.constantFrom(
  'a NOOP',
  'a CAPABILITY',
  'a SELECT INBOX',
  'a FETCH 1:* (UID BODY.PEEK[])',
  'a FETCH 1 BODY[HEADER.FIELDS (subject)]',
  'a STORE 1 +FLAGS (\\Seen)',
  'a SEARCH TEXT {4+}\r\nMail',
  'a SEARCH BODY {4}\r\nText',
  'a APPEND INBOX {5+}\r\nhello',
  'a APPEND INBOX {5}\r\nhello',
  'a APPEND nowhere {5+}\r\nhello',
  'a IDLE\r\nDONE',
  'a LIST "" *',
  'a EXPUNGE',
  'a XYZZY {3+}\r\nabc',
  '',
  'a LOGIN {9999+}',
)

test('the same conversation in any chunks has the same responses', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (lines, sizes) => {
        const stream = Buffer.from(
          `a LOGIN ann secret\r\na SELECT INBOX\r\n${lines.map((text) => `${text}\r\n`).join('')}`,
        )
        const [whole, pieces] = [new Stage({ backend: mailboxOf(2) }), new Stage({ backend: mailboxOf(2) })]
        await whole.feed([stream])
        await pieces.feed(cut(stream, sizes))
        assert.equal(pieces.wire.text, whole.wire.text)
        assert.equal(pieces.session.buffered, 0)
      },
    ),
    { numRuns: 200 },
  ))
