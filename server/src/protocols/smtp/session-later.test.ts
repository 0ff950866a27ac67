import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { later, play, type Scene, Stage, stageAfter, toOne, turn } from './play.ts'
import type { Reply } from './session.ts'

const OPENING = 'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\n'
const fail = () => {
  throw new Error('broken')
}
const reject = () => Promise.reject(new Error('broken'))

describe('answers that come later', () => {
  test('what was answered is written, reading stops, and goes on in order', async () => {
    const answer = later()
    const stage = new Stage({ recipient: () => answer.promise })
    stage.send(`${OPENING}NOOP\r\nQUIT\r\n`)
    assert.deepEqual(stage.wire.events, ['write', 'write', 'pause'])
    assert.equal(stage.wire.replies.length, 3)
    stage.send('NOOP again\r\n')
    answer.resolve({ code: 550, text: '5.1.1 No' })
    await turn()
    const codes = stage.wire.replies.slice(3).map((reply) => reply.slice(0, 3))
    assert.deepEqual(codes, ['550', '250', '221'])
    assert.equal(stage.wire.writes.length, 3)
  })
  test('with nothing more to read the wire is left alone until something comes', async () => {
    const answer = later()
    const stage = new Stage({ sender: () => answer.promise })
    stage.send('EHLO c.test\r\nMAIL FROM:<>\r\n')
    assert.equal(stage.wire.paused, false)
    stage.send('NOOP\r\n')
    stage.send('NOOP\r\n')
    assert.deepEqual(stage.wire.events, ['write', 'write', 'pause'])
    assert.equal(stage.session.buffered, 12)
    answer.resolve(null)
    await turn()
    assert.deepEqual(stage.wire.events, ['write', 'write', 'pause', 'write', 'resume'])
  })
  test('a sink that is slow to write holds the rest back', async () => {
    const slow = later<void>()
    let writes = 0
    const stage = new Stage({ sink: { write: () => (writes++ === 0 ? slow.promise : undefined) } })
    stage.send(`${OPENING}DATA\r\none\r\n`)
    stage.send('two\r\n.\r\nNOOP\r\n')
    assert.deepEqual([writes, stage.wire.paused, stage.session.idle], [1, true, false])
    slow.resolve()
    await turn()
    assert.deepEqual([writes, stage.wire.paused, stage.session.idle], [2, false, true])
    assert.equal(stage.kept[0]?.body, 'one\r\ntwo\r\n')
    assert.ok(stage.wire.replies.at(-1)?.startsWith('250 2.0.0 OK'))
  })
  test('a last BDAT waits for its write before the end', async () => {
    const slow = later<void>()
    const stage = new Stage({ sink: { write: () => slow.promise } })
    stage.send(`${OPENING}BDAT 3 LAST\r\nabcNOOP\r\n`)
    assert.equal(stage.kept.length, 0)
    slow.resolve()
    await turn()
    assert.equal(stage.kept.length, 1)
  })
  test('the message is in hand until its answer is written', async () => {
    const answer = later<Reply>()
    const stage = new Stage({ sink: { end: () => answer.promise } })
    stage.send(`${OPENING}DATA\r\n.\r\n`)
    const before = stage.wire.replies.length
    answer.resolve({ code: 250, text: '2.0.0 Kept' })
    while (!stage.session.idle) {
      assert.equal(stage.wire.replies.length, before)
      await null
    }
    assert.equal(stage.wire.replies.length, before + 1)
  })
})

describe('callbacks that fail are a local error, and the session goes on', () => {
  for (const [name, broken] of [
    ['throw', fail],
    ['reject', reject],
  ] as const) {
    test(`sender: ${name}`, async () => {
      const stage = await stageAfter(
        [
          ['EHLO c.test', 250],
          ['MAIL FROM:<>', '451 4.3.0'],
          ['RCPT TO:<b@mx.test>', 503],
          ['NOOP', 250],
        ],
        { sender: broken },
      )
      assert.equal(stage.errors.length, 1)
    })
    test(`recipient: ${name}`, () =>
      play(
        [
          ['EHLO c.test', 250],
          ['MAIL FROM:<>', 250],
          ['RCPT TO:<b@mx.test>', '451 4.3.0'],
          ['DATA', 503],
        ],
        { recipient: broken },
      ))
    test(`write: ${name}`, async () => {
      const script = [...toOne, ['DATA', 354], ['one', null], ['two', null], ['.', '451 4.3.0'], ['NOOP', 250]] as const
      const stage = await stageAfter(script, { sink: { write: broken } })
      assert.deepEqual([stage.aborted, stage.kept.length, stage.errors.length], [1, 0, 1])
    })
    test(`end: ${name}`, async () => {
      const script = [...toOne, ['DATA', 354], ['.', '451 4.3.0'], ['DATA', 503], ...toOne] as const
      const stage = await stageAfter(script, { sink: { end: broken } })
      assert.deepEqual([stage.aborted, stage.errors.length], [0, 1])
    })
  }
  test('abort, and the report itself', async () => {
    const scene: Scene = { sink: { abort: fail }, failed: fail }
    await play([...toOne, ['BDAT 0', 250], ['RSET', 250], ['NOOP', 250]], scene)
  })
  test('an end may refuse, or close', async () => {
    const answers = [
      { code: 554, text: '5.6.0 No' },
      { code: 421, text: '4.3.0 Bye' },
    ]
    const end = () => answers.shift() ?? fail()
    const { wire } = await stageAfter([...toOne, ['DATA', 354], ['.', '554'], ...toOne, ['DATA', 354], ['.', '421']], {
      sink: { end },
    })
    assert.equal(wire.closed, true)
  })
})
