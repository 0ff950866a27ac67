import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailboxOf, play, Stage, select, turn } from './play.ts'
import { TestBackend } from './test-backend.ts'

const MAIL = [
  'From: "Ann, A." <ann@a.test>',
  'To: bob@b.test',
  'Subject: Hello',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'one',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>two',
  '--b--',
  '',
].join('\r\n')
const HEADER = MAIL.slice(0, MAIL.indexOf('\r\n\r\n') + 4)
const TEXT = MAIL.slice(HEADER.length)

function withMail(...flags: string[]): TestBackend {
  const backend = new TestBackend()
  backend.deliver(MAIL, flags)
  backend.inbox.recentFrom = 2
  return backend
}

const literal = (text: string) => `{${text.length}}\r\n${text}`

describe('FETCH', () => {
  test('what a row knows', async () => {
    await play(
      [
        ['a FETCH 1 FLAGS', '* 1 FETCH (FLAGS (\\Seen $Big))', 'a OK'],
        [
          'a FETCH 1 (UID INTERNALDATE RFC822.SIZE)',
          `* 1 FETCH (UID 1 INTERNALDATE " 3-Feb-2026 04:05:06 +0000" RFC822.SIZE ${MAIL.length})`,
          'a OK',
        ],
        ['a FETCH 1 FAST', '* 1 FETCH (FLAGS (\\Seen $Big) INTERNALDATE " 3', 'a OK'],
        ['a UID FETCH 1 FLAGS', '* 1 FETCH (UID 1 FLAGS (\\Seen $Big))', 'a OK'],
        ['a UID FETCH 1:* (FLAGS UID)', '* 1 FETCH (FLAGS (\\Seen $Big) UID 1)', 'a OK'],
        ['a UID FETCH 7,9 FLAGS', 'a OK'],
        ['a UID FETCH 7:* FLAGS', '* 1 FETCH (UID 1 FLAGS', 'a OK'],
      ],
      await select({ backend: withMail('\\Seen', '$Big') }),
    )
  })
  test('structure and envelope', async () => {
    const envelope = '(NIL "Hello" (("Ann, A." NIL "ann" "a.test")) '
    await play(
      [
        ['a FETCH 1 ENVELOPE', `* 1 FETCH (ENVELOPE ${envelope}`, 'a OK'],
        ['a FETCH 1 BODY', '* 1 FETCH (BODY (("text" "plain" ', 'a OK'],
        ['a FETCH 1 BODYSTRUCTURE', '* 1 FETCH (BODYSTRUCTURE (("text" "plain" ', 'a OK'],
        ['a FETCH 1 FULL', '* 1 FETCH (FLAGS () INTERNALDATE " 3-Feb-2026', 'a OK'],
        ['a FETCH 1 ALL', '* 1 FETCH (FLAGS () INTERNALDATE " 3-Feb-2026', 'a OK'],
      ],
      await select({ backend: withMail() }),
    )
  })
  test('what a header has in eight bits is a literal', async () => {
    const backend = new TestBackend()
    backend.deliver('Subject: Gr\xc3\xbc\xc3\x9fe\nFrom: a@b.test\n\n')
    await play(
      [['a FETCH 1 ENVELOPE', '* 1 FETCH (ENVELOPE (NIL {7}\r\nGr\xc3\xbc\xc3\x9fe ((NIL NIL "a" "b.test"))', 'a OK']],
      await select({ backend }),
    )
  })
  test('sections', async () => {
    const fields = 'Subject: Hello\r\n\r\n'
    await play(
      [
        ['a FETCH 1 BODY.PEEK[]', `* 1 FETCH (BODY[] ${literal(MAIL)})`, 'a OK'],
        ['a FETCH 1 BODY.PEEK[HEADER]', `* 1 FETCH (BODY[HEADER] ${literal(HEADER)})`, 'a OK'],
        ['a FETCH 1 RFC822.HEADER', `* 1 FETCH (RFC822.HEADER ${literal(HEADER)})`, 'a OK'],
        ['a FETCH 1 body.peek[text]', `* 1 FETCH (BODY[TEXT] ${literal(TEXT)})`, 'a OK'],
        ['a FETCH 1 BODY.PEEK[1]', `* 1 FETCH (BODY[1] ${literal('one')})`, 'a OK'],
        [
          'a FETCH 1 BODY.PEEK[2.MIME]',
          `* 1 FETCH (BODY[2.MIME] ${literal('Content-Type: text/html\r\n\r\n')})`,
          'a OK',
        ],
        ['a FETCH 1 BODY.PEEK[3]', '* 1 FETCH (BODY[3] NIL)', 'a OK'],
        [
          'a FETCH 1 BODY.PEEK[HEADER.FIELDS (subject "X-(y)")]',
          `* 1 FETCH (BODY[HEADER.FIELDS (subject "X-(y)")] ${literal(fields)})`,
          'a OK',
        ],
        [
          'a FETCH 1 BODY.PEEK[HEADER.FIELDS.NOT (From To Content-Type)]',
          `* 1 FETCH (BODY[HEADER.FIELDS.NOT (From To Content-Type)] ${literal(fields)})`,
          'a OK',
        ],
      ],
      await select({ backend: withMail() }),
    )
  })
  test('parts of sections', async () => {
    await play(
      [
        ['a FETCH 1 BODY.PEEK[]<0.4>', `* 1 FETCH (BODY[]<0> ${literal('From')})`, 'a OK'],
        ['a FETCH 1 BODY.PEEK[]<6.3>', `* 1 FETCH (BODY[]<6> ${literal('"An')})`, 'a OK'],
        ['a FETCH 1 BODY.PEEK[1]<1.100>', `* 1 FETCH (BODY[1]<1> ${literal('ne')})`, 'a OK'],
        ['a FETCH 1 BODY.PEEK[1]<99.1>', '* 1 FETCH (BODY[1]<99> {0}\r\n)', 'a OK'],
        [
          'a FETCH 1 BODY.PEEK[HEADER.FIELDS (To Subject)]<3.18>',
          `* 1 FETCH (BODY[HEADER.FIELDS (To Subject)]<3> ${literal(' bob@b.test\r\nSubje')})`,
          'a OK',
        ],
      ],
      await select({ backend: withMail() }),
    )
  })
  test('reading sets \\Seen and says so, once', async () => {
    for (const item of ['BODY[]', 'RFC822', 'BODY[TEXT]', 'RFC822.TEXT', 'BODY[1]<0.1>']) {
      const backend = withMail()
      const stage = await select({ backend })
      const [answer = ''] = await stage.say(`a FETCH 1 ${item}`)
      assert.match(answer, / FLAGS \(\\Seen\)\)$/, item)
      assert.doesNotMatch((await stage.say(`a FETCH 1 ${item}`))[0] ?? '', /FLAGS/)
      assert.deepEqual(backend.inbox.rows[0]?.flags, ['\\Seen'])
    }
    const stage = await select({ backend: withMail() })
    assert.match((await stage.say('a FETCH 1 (FLAGS BODY[1])'))[0] ?? '', /^\* 1 FETCH \(FLAGS \(\\Seen\) BODY\[1\] /)
  })
  test('peeking and EXAMINE do not', async () => {
    const backend = withMail()
    await (await select({ backend })).say('a FETCH 1 (BODY.PEEK[] RFC822.HEADER)')
    await (await select({ backend }, 'EXAMINE INBOX')).say('a FETCH 1 BODY[]')
    assert.deepEqual(backend.inbox.rows[0]?.flags, [])
  })
  test('many messages', async () => {
    const stage = await select({ backend: mailboxOf(120) })
    const answers = await stage.say('a FETCH 1:*,5,2:3 BODY[]')
    assert.equal(answers.length, 121)
    assert.match(answers[119] ?? '', /^\* 120 FETCH \(BODY\[\] .*Text 120\r\n FLAGS \(\\Seen\)\)$/s)
  })
  test('BAD', async () => {
    const bad = [
      '',
      ' 1',
      ' 1 ()',
      ' 0 FLAGS',
      ' 1,, FLAGS',
      ' 1:2:3 FLAGS',
      ' 4294967296 FLAGS',
      ' 2 FLAGS',
      ' 5:* FLAGS',
      ' 1 (FLAGS FAST)',
      ' 1 NOTHING',
      ' 1 BODY[',
      ' 1 BODY[MIME]',
      ' 1 BODY[1.]',
      ' 1 BODY[0]',
      ' 1 BODY[HEADER.FIELDS]',
      ' 1 BODY[HEADER.FIELDS ()]',
      ' 1 BODY[TEXT]<0>',
      ' 1 BODY[TEXT]<0.0>',
      ' 1 (FLAGS',
      ' 1 FLAGS x',
      ' 1 FLAGS (CHANGEDSINCE)',
      ' 1 FLAGS (VANISHED)',
    ]
    const stage = await select({ backend: withMail(), limits: { badCommands: 99 } })
    await play(
      bad.map((args) => [`a FETCH${args}`, 'a BAD'] as const),
      stage,
    )
  })
  test('1:* of nothing is nothing, any number of nothing is BAD', async () =>
    play(
      [
        ['a FETCH 1:* FLAGS', 'a OK'],
        ['a FETCH 1 FLAGS', 'a BAD'],
        ['a UID FETCH 1:* FLAGS', 'a OK'],
      ],
      await select(),
    ))
  test('limits', async () => {
    const stage = await select({ backend: withMail(), limits: { fetchItems: 3, ranges: 3 } })
    await play(
      [
        ['a FETCH 1 (UID UID UID)', '* 1 FETCH', 'a OK'],
        ['a FETCH 1 (UID UID UID UID)', 'a BAD'],
        ['a FETCH 1 BODY[HEADER.FIELDS (a b c d)]', 'a BAD'],
        ['a FETCH 1 BODY[1.1.1.1]', 'a BAD'],
        ['a FETCH 1,1,1,1 UID', 'a BAD'],
      ],
      stage,
    )
  })
})

describe('a large message', () => {
  test('is not read for its header', async () => {
    const backend = withMail()
    const stage = await select({ backend })
    const asked: (number | undefined)[] = []
    backend.read = (first) => asked.push(first)
    await stage.say('a FETCH 1 (BODY.PEEK[HEADER] BODY.PEEK[HEADER.FIELDS (To)] BODY.PEEK[]<2.5>)')
    await stage.say('a FETCH 1 BODY.PEEK[]<0.1000000>')
    await stage.say('a FETCH 1 (RFC822.HEADER BODY.PEEK[1])')
    await stage.say('a FETCH 1 (ENVELOPE BODY)')
    assert.deepEqual(asked, [HEADER.length, 1_000_000, undefined])
  })
  test('is sent piece by piece, each when the one before has been read', async () => {
    const pieces: number[] = []
    const unread: (() => void)[] = []
    const write = (bytes: Uint8Array) => {
      pieces.push(bytes.length)
      if (bytes.length < 50_000) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      unread.push(resolve)
      return promise
    }
    const backend = new TestBackend()
    backend.deliver(`Subject: big\n\n${'x'.repeat(1_000_000)}`)
    const stage = await select({ backend, write })
    stage.send('a FETCH 1 BODY.PEEK[]\r\n')
    let waits = 0
    for (; !stage.wire.text.endsWith('a OK FETCH completed\r\n'); waits += 1) {
      const before = pieces.length
      await turn()
      await turn()
      assert.ok(pieces.length <= before + 2, 'it waits')
      unread.shift()?.()
    }
    assert.equal(waits > 15, true)
    assert.ok(pieces.every((size) => size <= 65_536))
    assert.match(stage.wire.text, /BODY\[\] \{1000016\}\r\n/)
  })
  test('a client that goes away ends the sending', async () => {
    const backend = mailboxOf(3)
    const { promise, resolve } = Promise.withResolvers<void>()
    let asked = 0
    const stage = await select({ backend })
    backend.delay = () => {
      asked += 1
      return promise
    }
    stage.send('a FETCH 1:3 BODY[]\r\n')
    await turn()
    stage.session.closed()
    resolve()
    await turn()
    assert.ok(asked <= 2)
    assert.deepEqual(stage.errors, [])
    assert.equal(backend.opened, 0)
  })
  test('shutdown ends a long FETCH between two messages', async () => {
    const backend = mailboxOf(3)
    const stage = new Stage({ backend })
    await play([['a LOGIN a b', 'a OK']], stage)
    await stage.say('a SELECT INBOX')
    let asked = 0
    backend.delay = async () => {
      asked += 1
      if (asked === 3) stage.session.shutdown('Revoked')
    }
    const answer = await stage.say('a FETCH 1:3 BODY.PEEK[]')
    assert.deepEqual(
      answer.map((line) => line.slice(0, 9)),
      ['* 1 FETCH', '* 2 FETCH', '* BYE Rev'],
    )
    assert.equal(stage.wire.closed, true)
  })
})
