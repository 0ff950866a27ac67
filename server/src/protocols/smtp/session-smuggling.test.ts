import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cut, Stage } from './play.ts'

const ENDS = ['\r\n', '\n', '\r', '', '\n\r', '\r\r', '\n\n', '\0', ' ', '\r\0\n', '\x85', '\u2028']
const OPENING = 'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\nDATA\r\n'
const SMUGGLED = 'MAIL FROM:<evil@b.test>\r\nRCPT TO:<b@mx.test>\r\nDATA\r\nevil'

describe('a dot between other line ends never ends a message (RFC 5321 §4.1.1.4)', () => {
  for (const before of ENDS) {
    for (const after of ENDS) {
      if (before === '\r\n' && after === '\r\n') continue
      test(`${JSON.stringify(before)} . ${JSON.stringify(after)}`, () => {
        const sent = `text${before}.${after}${SMUGGLED}\r\n`
        // Only a dot after a real CRLF is a stuffed one (RFC 5321 §4.5.2).
        const stored = sent.replaceAll('\r\n.', '\r\n')
        const stream = Buffer.from(`${OPENING}${sent}.\r\n`)
        for (const size of [stream.length, 1, 2, 3]) {
          const { session, kept } = new Stage()
          for (const chunk of cut(stream, [size])) session.receive(chunk)
          assert.deepEqual(
            kept.map(({ body }) => body),
            [Buffer.from(stored).toString('latin1')],
          )
        }
      })
    }
  }
  for (const dot of ['.\n', '.\r', '\n.\r\n', '\r.\r\n', '.\r\r\n', '..\r\n', '. \r\n']) {
    test(`${JSON.stringify(dot)} at the start of the data`, () => {
      const { session, kept } = new Stage()
      session.receive(Buffer.from(`${OPENING}${dot}`))
      assert.equal(session.idle, false)
      session.receive(Buffer.from('\r\n.\r\n'))
      assert.equal(kept.length, 1)
    })
  }
})

describe('STARTTLS (RFC 3207 §4.2, CVE-2011-0411)', () => {
  test('what was pipelined behind it is forgotten', () => {
    const stage = new Stage()
    stage.send('EHLO c.test\r\nMAIL FROM:<evil@b.test>\r\nSTARTTLS\r\nRCPT TO:<b@mx.test>\r\nNO')
    stage.send('OP\r\nRSET\r\n')
    assert.deepEqual(stage.wire.events.slice(1), ['write', 'startTls'])
    assert.ok(stage.wire.replies.at(-1)?.startsWith('220 2.0.0'))
    assert.equal(stage.session.buffered, 0)
    const before = stage.wire.replies.length
    stage.session.secured()
    assert.equal(stage.wire.replies.length, before)
    stage.send('RCPT TO:<b@mx.test>\r\nMAIL FROM:<>\r\nEHLO c.test\r\nRCPT TO:<b@mx.test>\r\nSTARTTLS\r\n')
    const after = stage.wire.replies.slice(before)
    assert.deepEqual(
      after.map((reply) => reply.slice(0, 3)),
      ['503', '503', '250', '503', '503'],
    )
    assert.ok(!after[2]?.includes('STARTTLS'))
    assert.equal(stage.session.secure, true)
  })
  test('half a command before the handshake is no part of the first one after it', () => {
    const stage = new Stage()
    stage.send('STARTTLS\r\nXX')
    stage.session.secured()
    stage.send('NOOP\r\n')
    assert.ok(stage.wire.replies.at(-1)?.startsWith('250'))
  })
  test('a BDAT message in hand is aborted', () => {
    const stage = new Stage()
    stage.send(`${OPENING.replace('DATA', 'BDAT 1')}xSTARTTLS\r\n`)
    assert.equal(stage.aborted, 1)
    assert.equal(stage.session.idle, true)
  })
  test('with an argument, not offered, already active', () => {
    const answer = (stage: Stage, line: string) => {
      stage.send(`${line}\r\n`)
      return stage.wire.replies.at(-1)?.slice(0, 9)
    }
    assert.equal(answer(new Stage(), 'STARTTLS now'), '501 5.5.4')
    assert.equal(answer(new Stage({ startTls: false }), 'STARTTLS'), '502 5.5.1')
    assert.equal(answer(new Stage({ tls: true }), 'STARTTLS'), '503 5.5.1')
  })
  test('secured at once, inside startTls', () => {
    const stage = new Stage()
    stage.wire.startTls = () => {
      stage.session.secured()
      stage.send('EHLO c.test\r\n')
    }
    stage.send('STARTTLS\r\nNOOP\r\n')
    assert.deepEqual(
      stage.wire.replies.slice(1).map((reply) => reply.slice(0, 3)),
      ['220', '250'],
    )
  })
})
