import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { play, refuseEveryone, Stage, stageAfter, toOne } from './play.ts'

describe('greeting', () => {
  test('220 with the host name', () => {
    assert.deepEqual(new Stage().wire.writes, ['220 mx.test ESMTP ready\r\n'])
  })
  test('EHLO lists what is offered', async () => {
    const { wire } = await stageAfter([['EHLO client.test', 250]], { limits: { messageBytes: 1000 } })
    assert.deepEqual(wire.replies[1]?.split('\n'), [
      '250-mx.test',
      '250-PIPELINING',
      '250-SIZE 1000',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-ENHANCEDSTATUSCODES',
      '250-CHUNKING',
      '250-HELP',
      '250 STARTTLS',
    ])
  })
  test('HELO answers in one line', async () => {
    const { wire } = await stageAfter([['HELO client.test', 250]])
    assert.equal(wire.replies[1], '250 mx.test')
  })
  test('a name is needed, and only one', () =>
    play([
      ['EHLO', '501 5.5.4'],
      ['HELO', '501 5.5.4'],
      ['EHLO two names', '501 5.5.4'],
      ['EHLO bücher.test', '501 5.5.4'],
      ['EHLO [127.0.0.1]', 250],
    ]))
})

describe('order', () => {
  test('nothing of a transaction before EHLO', () =>
    play([
      ['MAIL FROM:<>', '503 5.5.1'],
      ['RCPT TO:<b@mx.test>', '503 5.5.1'],
      ['DATA', '503 5.5.1'],
      ['NOOP', 250],
      ['RSET', 250],
      ['VRFY b', 252],
      ['HELP', 214],
      ['QUIT', 221],
    ]))
  test('MAIL, then RCPT, then DATA', () =>
    play([
      ['EHLO client.test', 250],
      ['RCPT TO:<b@mx.test>', '503 5.5.1'],
      ['DATA', '503 5.5.1'],
      ['MAIL FROM:<a@sender.test>', 250],
      ['MAIL FROM:<a@sender.test>', '503 5.5.1'],
      ['DATA', '503 5.5.1'],
      ['RCPT TO:<b@mx.test>', 250],
      ['MAIL FROM:<a@sender.test>', '503 5.5.1'],
      ['DATA', 354],
      ['hi\r\n.', 250],
      ['RCPT TO:<b@mx.test>', '503 5.5.1'],
    ]))
  test('a refused recipient does not open DATA', async () => {
    const { opened } = await stageAfter(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<>', 250],
        ['RCPT TO:<nobody@elsewhere.test>', '550 5.1.1'],
        ['DATA', 503],
      ],
      refuseEveryone,
    )
    assert.equal(opened, 0)
  })
  test('RSET, EHLO and HELO end the transaction', () =>
    play([
      ...toOne,
      ['RSET', '250 2.0.0'],
      ['DATA', 503],
      ...toOne,
      ['EHLO again.test', 250],
      ['DATA', 503],
      ...toOne,
      ['HELO again.test', 250],
      ['DATA', 503],
    ]))
})

describe('the small verbs', () => {
  test('in any case, with trailing white space', () =>
    play([
      ['noop', '250 2.0.0'],
      ['NoOp whatever this is', '250 2.0.0'],
      ['NOOP \t ', '250 2.0.0'],
      ['help me', '214 2.0.0'],
      ['Quit', '221 2.0.0'],
    ]))
  test('errors', () =>
    play([
      ['VRFY', '501 5.5.4'],
      ['EXPN list', '502 5.5.1'],
      ['AUTH PLAIN AGEAYg==', '502 5.5.1'],
      ['ETRN mx.test', '502 5.5.1'],
      ['RSET now', '501 5.5.4'],
      ['QUIT now', '501 5.5.4'],
      ['GET / HTTP/1.1', '500 5.5.2'],
      ['', '500 5.5.2'],
      [' NOOP', '500 5.5.2'],
      ['R\u017fET', '500 5.5.2'],
    ]))
  test('QUIT closes, and nothing after it is obeyed', () => {
    const { wire, send } = bound(new Stage())
    send('QUIT\r\nNOOP\r\n')
    send('NOOP\r\n')
    assert.deepEqual(wire.replies.slice(1), ['221 2.0.0 Bye'])
    assert.equal(wire.closed, true)
  })
})

describe('MAIL and RCPT', () => {
  test('addresses and parameters', () =>
    play([
      ['EHLO client.test', 250],
      ['MAIL', '501 5.5.4'],
      ['MAIL TO:<a@b.test>', '501 5.5.4'],
      ['MAIL FROM:a@b.test', '501 5.1.7'],
      ['MAIL FROM:<a@b.test>SIZE=1', '501 5.1.7'],
      ['MAIL FROM:<a@b.test> SIZE=x', '501 5.5.4'],
      ['MAIL FROM:<a@b.test> AUTH=<>', '555 5.5.4'],
      ['MAIL FROM:<ä@b.test>', '553 5.6.7'],
      ['mail from: <a@b.test> size=10 body=8bitmime smtputf8', '250 2.1.0'],
      ['RCPT', '501 5.5.4'],
      ['RCPT TO:<>', '501 5.1.3'],
      ['RCPT TO:<b@mx.test> NOTIFY=NEVER', '555 5.5.4'],
      ['rcpt to: <ä@mx.test>', '250 2.1.5'],
      ['RCPT TO:<Postmaster>', '250 2.1.5'],
    ]))
  test('the handler and the sink learn what was said', async () => {
    const asked: unknown[] = []
    const ask = (...args: readonly unknown[]) => {
      asked.push(args)
      return null
    }
    const { kept } = await stageAfter(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<@relay.test:a@sender.test> SIZE=7 BODY=8BITMIME SMTPUTF8', '250 2.1.0'],
        ['RCPT TO:<"b c"@mx.test>', '250 2.1.5'],
        ['DATA', 354],
        ['hi\r\n.', 250],
        ['HELO old.test', 250],
        ['MAIL FROM:<>', 250],
        ['RCPT TO:<b@mx.test>', 250],
        ['DATA', 354],
        ['.', 250],
      ],
      {
        sender: ask,
        recipient: ask,
      },
    )
    assert.deepEqual(asked, [
      ['a@sender.test', 7],
      ['"b c"@mx.test', 7],
      ['', null],
      ['b@mx.test', null],
    ])
    const extras = { smtputf8: true, declaredSize: 7, body8bit: true }
    assert.deepEqual(kept[0]?.envelope, {
      ...{ helo: 'client.test', esmtp: true, from: 'a@sender.test', to: ['"b c"@mx.test'] },
      ...extras,
    })
    const plain = { smtputf8: false, declaredSize: null, body8bit: false }
    assert.deepEqual(kept[1], {
      envelope: { helo: 'old.test', esmtp: false, from: '', to: ['b@mx.test'], ...plain },
      body: '',
      writes: 0,
    })
  })
  test('UTF-8 recipients only after SMTPUTF8', () =>
    play([...toOne, ['RCPT TO:<ä@mx.test>', '553 5.6.7'], ['RCPT TO:<b@bücher.test>', '553 5.6.7']]))
  test('a handler may accept in its own words, refuse, or close', async () => {
    const answers = [
      { code: 251, text: '2.1.5 Will forward' },
      { code: 450, text: '4.2.1 Later\nmuch later' },
    ]
    const { wire } = await stageAfter(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<>', 250],
        ['RCPT TO:<b@mx.test>', '251 2.1.5 Will forward'],
        ['RCPT TO:<c@mx.test>', '450-4.2.1 Later\n450 much later'],
        ['DATA', 354],
        ['.', '250'],
        ['MAIL FROM:<>', 250],
        ['RCPT TO:<b@mx.test>', '421 4.7.0'],
      ],
      { recipient: () => answers.shift() ?? { code: 421, text: '4.7.0 Enough' } },
    )
    assert.equal(wire.closed, true)
  })
  test('a refused sender starts nothing', () =>
    play(
      [
        ['EHLO client.test', 250],
        ['MAIL FROM:<a@sender.test>', '550 5.7.1'],
        ['RCPT TO:<b@mx.test>', 503],
      ],
      { sender: () => ({ code: 550, text: '5.7.1 No' }) },
    ))
})

describe('command lines', () => {
  for (const line of ['NOOP\nNOOP', 'NOOP\rNOOP', 'NOOP\n', 'NOOP\r', '\nNOOP', 'NOOP\0', 'NO\tOP', 'NOOP \x1b[2J']) {
    test(`${JSON.stringify(line)} is one syntax error`, () =>
      play([
        [line, '500 5.5.2'],
        ['NOOP', 250],
      ]))
  }
  test('bytes that are not UTF-8, and C1 controls', () => {
    const { wire, session } = new Stage()
    session.receive(Buffer.from('NOOP \xff\r\nNOOP \xc2\x85\r\nNOOP \xc3\xa4\r\n', 'latin1'))
    assert.deepEqual(codes(wire.replies.slice(1)), [500, 500, 250])
  })
  test('a bare LF ends nothing: the session waits for CRLF', () => {
    const { wire, send } = bound(new Stage())
    send('EHLO client.test\nMAIL FROM:<>\n')
    assert.equal(wire.replies.length, 1)
    send('\r\n')
    assert.deepEqual(codes(wire.replies.slice(1)), [500])
  })
})

describe('pipelining', () => {
  const stream =
    'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\nDATA\r\none\r\n.\r\n' +
    'MAIL FROM:<a@b.test>\r\nRCPT TO:<b@mx.test>\r\nBDAT 5\r\ntwo\r\nBDAT 3 LAST\r\nendQUIT\r\n'
  const expected = [250, 250, 250, 354, 250, 250, 250, 250, 250, 221]

  test('one chunk is answered in one write', () => {
    const { wire, kept, send } = bound(new Stage())
    send(stream)
    assert.equal(wire.writes.length, 2)
    assert.deepEqual(codes(wire.replies.slice(1)), expected)
    assert.deepEqual(bodies(kept), ['one\r\n', 'two\r\nend'])
  })
  test('byte by byte gives the same', () => {
    const { wire, kept, send } = bound(new Stage())
    for (const byte of stream) send(byte)
    assert.deepEqual(codes(wire.replies.slice(1)), expected)
    assert.deepEqual(bodies(kept), ['one\r\n', 'two\r\nend'])
  })
  test('a whole message in one chunk is one write to the sink, a view of that chunk', () => {
    const seen: Buffer[] = []
    const write = (piece: Buffer) => {
      seen.push(piece)
    }
    const { session, kept } = new Stage({ sink: { write } })
    // Not from the pool, whose sharing would make any small buffer look like a view.
    const chunk = Buffer.allocUnsafeSlow(stream.length)
    chunk.write(stream)
    session.receive(chunk)
    assert.deepEqual(
      kept.map(({ writes }) => writes),
      [1, 2],
    )
    assert.ok(seen.every((piece) => piece.buffer === chunk.buffer))
  })
})

function bound(stage: Stage) {
  return { wire: stage.wire, kept: stage.kept, send: (text: string) => stage.send(text) }
}

function codes(replies: readonly string[]): number[] {
  return replies.map((reply) => Number(reply.slice(0, 3)))
}

function bodies(kept: Stage['kept']): string[] {
  return kept.map(({ body }) => body)
}
