import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut, type Scene, Stage, stuff, turn } from './play.ts'

const verbs = ['EHLO c.test', 'HELO c.test', 'MAIL FROM:<a@b.test>', 'RCPT TO:<b@mx.test>', 'DATA', 'RSET', 'NOOP']
const rare = [
  'VRFY b',
  'EXPN b',
  'HELP',
  'AUTH',
  'X',
  '',
  'MAIL FROM:<a',
  'RCPT TO:<c@mx.test> X=Y',
  'NOOP\n',
  'BDAT x',
]
const text = fc.string({ unit: fc.constantFrom('\r', '\n', '.', 'a', '\r\n', '\r\n.'), maxLength: 12 })
const mail = text.map(
  (body) => `EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\nDATA\r\n${stuff(body)}\r\n.\r\n`,
)
const chunk = fc
  .tuple(text, fc.constantFrom('', ' LAST', ' ODD'))
  .map(([body, marker]) => `BDAT ${body.length}${marker}\r\n${body}`)
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...verbs) },
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
  { weight: 1, arbitrary: fc.constant('x'.repeat(70)) },
)
const command = fc.oneof(
  { weight: 4, arbitrary: line.map((words) => `${words}\r\n`) },
  { weight: 2, arbitrary: chunk },
  { weight: 1, arbitrary: mail },
  { weight: 1, arbitrary: fc.constant('\r\n.\r\n') },
)
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })

/** Answers differently from call to call: at once, later, with a refusal, a throw or a rejection. */
function moody(moods: readonly number[]): Scene {
  let calls = 0
  const answer = <T>(good: T, refusal: T): T | Promise<T> => {
    const mood = moods[calls++ % moods.length]
    if (mood === 1) return Promise.resolve(good)
    if (mood === 2) return refusal
    if (mood === 3) return Promise.reject(new Error('broken'))
    if (mood === 4) throw new Error('broken')
    return good
  }
  const no = { code: 550, text: '5.7.1 No' }
  return {
    limits: { commandLine: 64, messageBytes: 60, badCommands: 15, textLine: 40 },
    sender: () => answer(null, no),
    recipient: () => answer(null, no),
    sink: { end: () => answer({ code: 250, text: '2.0.0 Kept' }, no) },
  }
}

const moods = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 })

test('the same conversation in any chunks has the same replies and the same bodies', () =>
  fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), moods, sizes, async (commands, temper, cuts) => {
      const stream = Buffer.from(commands.join(''))
      const [whole, pieces] = [new Stage(moody(temper)), new Stage(moody(temper))]
      await whole.feed([stream])
      await pieces.feed(cut(stream, cuts))
      assert.deepEqual(pieces.wire.replies, whole.wire.replies)
      assert.deepEqual(
        pieces.kept.map(({ body, envelope }) => [body, envelope]),
        whole.kept.map(({ body, envelope }) => [body, envelope]),
      )
      whole.session.closed()
      assert.equal(whole.opened, whole.kept.length + whole.aborted)
    }),
    { numRuns: 400 },
  ))

test('every command has exactly one reply before the next, and nothing stays buffered', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(line, chunk), { maxLength: 30 }), moods, async (commands, temper) => {
      const stage = new Stage(moody(temper))
      for (const words of commands) {
        if (stage.wire.closed) break
        const before = stage.wire.replies.length
        const inData = stage.wire.replies.at(-1)?.startsWith('354') ?? false
        stage.send(inData ? 'text\r\n.\r\n' : words.startsWith('BDAT') && words !== 'BDAT x' ? words : `${words}\r\n`)
        await turn()
        assert.equal(stage.wire.replies.length, before + 1, words)
        assert.equal(stage.session.buffered, 0)
      }
    }),
    { numRuns: 300 },
  ))

test('random bytes never throw, and no more is kept than a line and what came before the pause', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }), moods, async (chunks, temper) => {
      const stage = new Stage(moody(temper))
      for (const bytes of chunks) {
        while (stage.wire.paused && !stage.wire.closed) await turn()
        stage.session.receive(Buffer.from(bytes))
        assert.ok(stage.session.buffered <= 64 + bytes.length)
      }
      stage.session.closed()
      assert.equal(stage.opened, stage.kept.length + stage.aborted)
    }),
    { numRuns: 300 },
  ))
