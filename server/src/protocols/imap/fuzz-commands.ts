// Test support: commands spoilt in every way, given to the reader and the parsers, and to a whole session.
import assert from 'node:assert/strict'
import { readCommand, skipLiteral } from './command-reader.ts'
import { Input } from './input.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { awaitsMessage, findObjection, parseArguments } from './perform.ts'
import { cut, mailboxOf, Stage, splitResponses } from './play.ts'
import { BadCommand, Farewell, Refusal } from './refusal.ts'

const SEEDS = `a CAPABILITY
b1 LOGIN "an\\\\n" {6+}\r\nse"ret
c AUTHENTICATE PLAIN AGFubgBzZWNyZXQ=
d SELECT "Entw&APw-rfe" (CONDSTORE)
e LIST "" {3+}\r\na%*
f LSUB ref/ "%"
g STATUS INBOX (MESSAGES UIDNEXT HIGHESTMODSEQ SIZE)
h APPEND INBOX (\\Seen $x) " 3-Feb-2026 04:05:06 +0130" {12+}\r\nSubject: a\r\n
i APPEND {5+}\r\nINBOX {4+}\r\ntext
j ID ("name" "mutt" "version" NIL)
k ENABLE CONDSTORE X
l RENAME a "b \\"c\\""
m FETCH 1:3,5,*:7 (UID FLAGS BODY.PEEK[1.2.HEADER.FIELDS (From "To")]<0.100> RFC822.SIZE)
n UID FETCH 1:* FULL (CHANGEDSINCE 12345)
o FETCH 2 BODY[1.2.3.MIME]
p STORE 1:2 (UNCHANGEDSINCE 9) +FLAGS.SILENT (\\Deleted $Key)
q UID STORE 1 -FLAGS \\Seen \\Draft
r SEARCH RETURN (MIN COUNT) CHARSET UTF-8 OR (FROM "a" NOT SEEN) (SINCE 1-Feb-2026 KEYWORD $x) UID 1:5 TEXT {3+}\r\nabc
s UID SEARCH HEADER Subject "" LARGER 100 MODSEQ "/flags/\\\\draft" all 17 1,3:*
t COPY 1:* "Other"
u UID MOVE 5:2 Other
v UID EXPUNGE 1:*
w IDLE\r\nDONE
x CREATE inbox/sub/
y EXPUNGE
z NOOP`.split('\n')

const FRAGMENTS = ['(', ')', '"', '\\', '{5}', '{5+}\r\n', '{0+}\r\n', '{99999999999}', '{9999999999999999999999+}']
const MORE = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '  ',
  '*',
  '%',
  ',',
  ':',
  '[',
  ']',
  '<0.1>',
  '\xff',
  '\xc3\xbc',
  '&-',
  'NIL',
]
const PIECES = [...FRAGMENTS, ...MORE, '4294967296', '0', 'NOT ', 'OR ', 'BODY[', '1.', '~', '+', 'UID ']

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

function spoil(text: string, roll: (sides: number) => number): string {
  const at = roll(text.length + 1)
  const piece = PIECES[roll(PIECES.length)] as string
  switch (roll(7)) {
    case 0:
      return text.slice(0, at) + piece + text.slice(at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + roll(4))
    case 2:
      return text.slice(0, at) + String.fromCharCode(roll(256)) + text.slice(at + 1)
    case 3:
      return text.slice(0, at)
    case 4: {
      const other = SEEDS[roll(SEEDS.length)] as string
      return text.slice(0, at) + other.slice(roll(other.length))
    }
    case 5:
      return text.slice(0, at) + text.slice(roll(text.length + 1))
    default:
      return roll(40) > 0 ? text : text.slice(0, at) + piece.repeat(1 + roll(20_000)) + text.slice(at)
  }
}

/** Octets, one a character: commands, most of them not as they should be, or nothing like a command. */
function makeInput(roll: (sides: number) => number): string {
  if (roll(20) === 0) return Array.from({ length: roll(200) }, () => String.fromCharCode(roll(256))).join('')
  let text = ''
  for (let left = 1 + roll(3); left > 0; left -= 1) {
    let command = SEEDS[roll(SEEDS.length)] as string
    for (let times = roll(4); times > 0; times -= 1) command = spoil(command, roll)
    text += `${command}\r\n`
  }
  return text
}

const calm = { pause: () => {}, resume: () => {}, flush: () => undefined }

/** What the reader and the parsers make of a stream: one line for each command. Only known refusals are survived. */
async function readStream(chunks: readonly Buffer[]): Promise<string[]> {
  const input = new Input(calm, calm, Infinity)
  const outcomes: string[] = []
  let over = false
  const reading = readCommands(input, outcomes).finally(() => {
    over = true
  })
  for (const chunk of chunks) input.push(chunk)
  while (!over && !input.waiting) await null
  input.end()
  await reading
  return outcomes
}

async function readCommands(input: Input, outcomes: string[]): Promise<void> {
  const desk = {
    limits: DEFAULT_LIMITS,
    bounds: DEFAULT_LIMITS,
    objection: (verb: string) => findObjection('selected', verb) && findObjection('not authenticated', verb),
    awaitsMessage,
    proceed: async () => {},
  }
  let bad = 0
  for (let received = await readCommand(input, desk); received !== null; received = await readCommand(input, desk)) {
    const { tag, verb, upload, trouble } = received
    let outcome = trouble?.message ?? desk.objection(verb)?.message
    try {
      if (outcome === undefined) parseArguments(received)
    } catch (error) {
      if (!(error instanceof BadCommand || error instanceof Refusal)) throw error
      outcome = error.message
    }
    outcomes.push(`${tag} ${verb} ${outcome ?? 'good'}`)
    if (outcome !== undefined) bad += 1
    // A session would be over.
    if (bad >= DEFAULT_LIMITS.badCommands || trouble instanceof Farewell) return
    if (upload !== null && !(await skipLiteral(input, upload.size))) return
  }
}

async function measure(bytes: Buffer): Promise<{ readonly outcomes: string[]; readonly took: number }> {
  const start = process.threadCpuUsage()
  const outcomes = await readStream([bytes])
  const { user, system } = process.threadCpuUsage(start)
  return { outcomes, took: (user + system) / 1000 }
}

export interface FuzzReport {
  /** Commands that were read, and those among them that were good. */
  readonly commands: number
  readonly good: number
  readonly slowestMs: number
  readonly slowest: string
}

/** Gives so many inputs to the reader and the parsers. Each fourth once more, in pieces: it must be read the same. */
export async function fuzzCommands(runs: number, seed: number): Promise<FuzzReport> {
  const roll = dice(seed)
  let [commands, good, slowestMs, slowest] = [0, 0, 0, '']
  for (let run = 0; run < runs; run += 1) {
    const text = makeInput(roll)
    const bytes = Buffer.from(text, 'latin1')
    const { outcomes, took } = await measure(bytes)
    // Once more, so that what the machine did besides is not held against the input.
    const tookAtLeast = took > slowestMs ? Math.min(took, (await measure(bytes)).took) : 0
    if (tookAtLeast > slowestMs) [slowestMs, slowest] = [tookAtLeast, text]
    commands += outcomes.length
    good += outcomes.filter((outcome) => outcome.endsWith(' good')).length
    if (run % 4 === 0) {
      const sizes = Array.from({ length: 1 + roll(4) }, () => 1 + roll(30))
      assert.deepEqual(await readStream(cut(bytes, bytes.length > 5000 ? [1 + roll(5000)] : sizes)), outcomes, text)
    }
  }
  return { commands, good, slowestMs, slowest }
}

/** The same for a whole session: it answers in well-formed responses, and nothing fails behind it. */
export async function fuzzSessions(runs: number, seed: number): Promise<void> {
  const roll = dice(seed)
  for (let run = 0; run < runs; run += 1) {
    const stage = new Stage({ backend: mailboxOf(3) })
    stage.backend.add('Other')
    const text = makeInput(roll)
    stage.send('a LOGIN ann secret\r\na SELECT INBOX\r\n')
    stage.send(text)
    await stage.settle()
    splitResponses(stage.wire.text)
    assert.deepEqual(stage.errors, [], text)
    stage.session.closed()
  }
}
