import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, refuseEveryone, Stage, toOne } from './play.ts'

const OPENING = 'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\n'

/** The codes of the replies to what follows a recipient, and the bodies kept. */
function converse(stream: string, stage = new Stage()): [string, string[]] {
  stage.send(OPENING)
  const before = stage.wire.replies.length
  stage.send(stream)
  const codes = stage.wire.replies.slice(before).map((reply) => reply.slice(0, 3))
  return [codes.join(' '), stage.kept.map(({ body }) => body)]
}

describe('BDAT (RFC 3030 §2)', () => {
  test('one chunk, several, an empty last one', () => {
    assert.deepEqual(converse('BDAT 4 LAST\r\nabcd'), ['250', ['abcd']])
    assert.deepEqual(converse('BDAT 3\r\nab\rbdat 3\r\n\n.\rBDAT 2 last\r\n\n.'), ['250 250 250', ['ab\r\n.\r\n.']])
    assert.deepEqual(converse('BDAT 4\r\nabcdBDAT 0 LAST\r\n'), ['250 250', ['abcd']])
    assert.deepEqual(converse('BDAT 0\r\nBDAT 0 LAST\r\n'), ['250 250', ['']])
  })
  test('dots and commands in a chunk are text', () => {
    assert.deepEqual(converse('BDAT 13 LAST\r\n\r\n.\r\nQUIT..\r\nNOOP\r\n'), ['250 250', ['\r\n.\r\nQUIT..\r\n']])
  })
  test('the transaction is over after LAST', () => {
    assert.deepEqual(converse('BDAT 1 LAST\r\naBDAT 1 LAST\r\nbNOOP\r\n'), ['250 503 250', ['a']])
  })
  test('nothing else of a transaction may come in between, and the message survives it', () => {
    const between = 'DATA\r\nMAIL FROM:<>\r\nRCPT TO:<c@mx.test>\r\nNOOP\r\n'
    assert.deepEqual(converse(`BDAT 1\r\na${between}BDAT 1 LAST\r\nb`), ['250 503 503 503 250 250', ['ab']])
  })
  test('RSET in between aborts', () => {
    const stage = new Stage()
    assert.deepEqual(converse('BDAT 1\r\naRSET\r\nBDAT 1 LAST\r\nb', stage), ['250 250 503', []])
    assert.equal(stage.aborted, 1)
  })
  test('QUIT and EHLO in between abort', () => {
    for (const verb of ['QUIT', 'EHLO c.test']) {
      const stage = new Stage()
      converse(`BDAT 1\r\na${verb}\r\n`, stage)
      assert.equal(stage.aborted, 1)
      assert.equal(stage.session.idle, true)
    }
  })
  test('without a transaction or a recipient the octets are swallowed', async () => {
    const stage = new Stage(refuseEveryone)
    assert.equal(converse('BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n', stage)[0], '503 250')
    assert.equal(stage.opened, 0)
    await play([['BDAT 4 LAST\r\nQU', 503]])
  })
  test('a chunk too big is swallowed, and the message is gone', () => {
    const stage = new Stage({ limits: { messageBytes: 4 } })
    const stream = 'BDAT 3\r\nabcBDAT 6\r\nQUIT\r\nBDAT 6 LAST\r\nQUIT\r\nNOOP\r\n'
    assert.deepEqual(converse(stream, stage), ['250 552 503 250', []])
    assert.equal(stage.aborted, 1)
  })
  test('a huge size that can be counted is counted, without storing', () => {
    const stage = new Stage()
    assert.deepEqual(converse('BDAT 999999999999999\r\nQUIT\r\n', stage), ['', []])
    assert.equal(stage.opened, 0)
    assert.equal(stage.session.buffered, 0)
  })
  test('a size that cannot be read closes: the next command cannot be found', () => {
    for (const args of ['', ' ', ' x', ' -1', ' 1x', ' 99999999999999999999', ' 1.5', ' LAST']) {
      const stage = new Stage()
      assert.deepEqual(converse(`BDAT${args}\r\nMAIL FROM:<>\r\n`, stage), ['501', []])
      assert.equal(stage.wire.closed, true)
    }
  })
  test('an unknown marker is refused after the octets', () => {
    assert.deepEqual(converse('BDAT 6 FIRST\r\nQUIT\r\nNOOP\r\n'), ['501 250', []])
    assert.deepEqual(converse('BDAT 1\r\naBDAT 6 LA\u017fT\r\nQUIT\r\nBDAT 0 LAST\r\n'), ['250 501 503', []])
  })
  test('a sink that fails is refused at the end of the chunk', () => {
    const fail = () => {
      throw new Error('disk')
    }
    const stage = new Stage({ sink: { write: fail } })
    assert.deepEqual(converse('BDAT 6\r\nQUIT\r\nBDAT 1 LAST\r\nbNOOP\r\n', stage), ['451 503 250', []])
    assert.deepEqual([stage.aborted, stage.errors.length], [1, 1])
  })
  test('a handler that cannot open', async () => {
    const open = () => {
      throw new Error('disk')
    }
    assert.deepEqual(converse('BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n', new Stage({ open })), ['451 250', []])
    await play([...toOne, ['DATA', '451 4.3.0'], ['DATA', 503]], { open })
  })
})
