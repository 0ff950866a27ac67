import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { later, Stage, turn } from './play.ts'
import type { Reply } from './session.ts'

const OPENING = 'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\n'
const BETWEEN_MESSAGES = ['', 'EHLO c.test\r\n', 'EHLO c.test\r\nMAIL FROM:<>\r\n', OPENING, 'NO']
const IN_A_MESSAGE = ['DATA\r\n', 'DATA\r\nhalf', 'DATA\r\nx\r\n.\r', 'BDAT 5\r\nab', 'BDAT 2\r\nab']

describe('shutdown', () => {
  for (const sent of BETWEEN_MESSAGES) {
    test(`after ${JSON.stringify(sent.slice(-30))}: 421 now`, () => {
      const stage = new Stage()
      stage.send(sent)
      stage.session.shutdown()
      stage.session.shutdown()
      stage.send('NOOP\r\n')
      assert.equal(stage.wire.writes.at(-1), '421 4.3.2 Service shutting down, closing connection\r\n')
      assert.deepEqual(stage.wire.events.slice(-2), ['write', 'close'])
    })
  }
  test('a message in hand is finished and answered first', () => {
    const stage = new Stage()
    stage.send(`${OPENING}DATA\r\nha`)
    stage.session.shutdown()
    assert.equal(stage.wire.closed, false)
    stage.send('lf\r\n.\r\nMAIL FROM:<>\r\n')
    assert.equal(stage.kept[0]?.body, 'half\r\n')
    assert.deepEqual(lastCodes(stage, 2), ['250', '421'])
    assert.deepEqual(stage.wire.events.slice(-2), ['write', 'close'])
  })
  test('so is a message whose end is awaited', async () => {
    const answer = later<Reply>()
    const stage = new Stage({ sink: { end: () => answer.promise } })
    stage.send(`${OPENING}DATA\r\n.\r\n`)
    stage.session.shutdown()
    assert.equal(stage.wire.closed, false)
    answer.resolve({ code: 250, text: '2.0.0 Kept' })
    await turn()
    assert.deepEqual(lastCodes(stage, 2), ['250', '421'])
    assert.equal(stage.wire.closed, true)
  })
  test('and a BDAT message, until LAST or RSET', () => {
    for (const [rest, kept] of [
      ['BDAT 1 LAST\r\nb', 1],
      ['RSET\r\n', 0],
    ] as const) {
      const stage = new Stage()
      stage.send(`${OPENING}BDAT 1\r\na`)
      stage.session.shutdown()
      assert.equal(stage.wire.closed, false)
      stage.send(rest)
      assert.equal(stage.kept.length, kept)
      assert.deepEqual(lastCodes(stage, 2), ['250', '421'])
    }
  })
  test('while a recipient is judged: 421 takes the place of its reply', async () => {
    const answer = later()
    const stage = new Stage({ recipient: () => answer.promise })
    stage.send(OPENING)
    stage.session.shutdown()
    const said = stage.wire.replies.length
    assert.deepEqual(lastCodes(stage, 2), ['250', '421'])
    answer.resolve(null)
    await turn()
    assert.equal(stage.wire.replies.length, said)
  })
  test('during the handshake: closed without a word', () => {
    const stage = new Stage()
    stage.send('STARTTLS\r\n')
    stage.session.shutdown()
    assert.deepEqual(stage.wire.events.slice(-2), ['startTls', 'close'])
  })
})

describe('closed', () => {
  for (const sent of BETWEEN_MESSAGES) {
    test(`after ${JSON.stringify(sent.slice(-30))}: nothing to abort, nothing said`, () => {
      const stage = new Stage()
      stage.send(sent)
      const said = stage.wire.events.length
      stage.session.closed()
      stage.session.closed()
      stage.send('NOOP\r\n')
      stage.session.shutdown()
      assert.deepEqual([stage.aborted, stage.wire.events.length], [0, said])
    })
  }
  for (const sent of IN_A_MESSAGE) {
    test(`after ${JSON.stringify(sent)}: aborted once`, () => {
      const stage = new Stage()
      stage.send(OPENING + sent)
      const said = stage.wire.events.length
      stage.session.closed()
      stage.session.closed()
      assert.deepEqual([stage.aborted, stage.wire.events.length, stage.session.idle], [1, said, true])
    })
  }
  test('while the end is awaited: the sink has the whole message, and is not aborted', async () => {
    const answer = later<Reply>()
    const stage = new Stage({ sink: { end: () => answer.promise } })
    stage.send(`${OPENING}DATA\r\n.\r\nNOOP\r\n`)
    const said = stage.wire.events.length
    stage.session.closed()
    answer.resolve({ code: 250, text: '2.0.0 Kept' })
    await turn()
    assert.deepEqual([stage.aborted, stage.wire.events.length], [0, said])
  })
  test('while a write is awaited: aborted, and its failure is no news', async () => {
    const slow = later<void>()
    const stage = new Stage({ sink: { write: () => slow.promise } })
    stage.send(`${OPENING}DATA\r\nhalf`)
    stage.session.closed()
    slow.reject(new Error('aborted'))
    await turn()
    assert.deepEqual([stage.aborted, stage.errors.length], [1, 0])
  })
  test('while a sender is judged', async () => {
    const answer = later()
    const stage = new Stage({ sender: () => answer.promise })
    stage.send('EHLO c.test\r\nMAIL FROM:<>\r\nNOOP\r\n')
    const said = stage.wire.replies.length
    stage.session.closed()
    answer.reject(new Error('late'))
    await turn()
    assert.equal(stage.wire.replies.length, said)
  })
  test('inside a callback', () => {
    const stage: Stage = new Stage({
      sender: () => {
        stage.session.closed()
        return null
      },
    })
    stage.send('NOOP\r\nEHLO c.test\r\nMAIL FROM:<>\r\nNOOP\r\n')
    assert.deepEqual(stage.wire.events, ['write'])
  })
  test('before the greeting', () => {
    const stage = new Stage()
    stage.session.closed()
    stage.session.greet()
    assert.equal(stage.wire.replies.length, 1)
  })
})

function lastCodes(stage: Stage, count: number): string[] {
  return stage.wire.replies.slice(-count).map((reply) => reply.slice(0, 3))
}
