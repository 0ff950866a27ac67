import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loggedIn, play, select, stageAfter, turn } from './play.ts'

const raws = (kept: Iterable<{ raw: Buffer }>) => [...kept].map(({ raw }) => raw.toString('latin1'))

describe('APPEND', () => {
  test('with a literal that is asked for, and one that is not', async () => {
    const { backend } = await stageAfter([
      ...loggedIn,
      ['a APPEND INBOX {12}', '+ '],
      ['Subject: a\r\n', 'a OK [APPENDUID 1 1] '],
      ['a APPEND INBOX (\\Seen $x) " 3-Feb-2026 04:05:06 +0100" {5+}\r\nhello', 'a OK [APPENDUID 1 2] '],
      ['a APPEND {5}', '+ '],
      ['inbox () {2}', '+ '],
      ['hi', 'a OK [APPENDUID 1 3] '],
      ['a NOOP', 'a OK'],
    ])
    assert.deepEqual(raws(backend.inbox.kept.values()), ['Subject: a\r\n', 'hello', 'hi'])
    assert.deepEqual(backend.inbox.rows[1]?.flags, ['\\Seen', '$x'])
    assert.equal(backend.inbox.rows[1]?.internalDate, Date.UTC(2026, 1, 3, 3, 5, 6))
  })
  test('any octets, in any pieces', async () => {
    const body = Buffer.from(Array.from({ length: 1024 }, (_, index) => index & 255)).toString('latin1')
    const stage = await stageAfter([...loggedIn, ['a APPEND INBOX {1024}', '+ ']])
    for (let at = 0; at < body.length; at += 100) {
      stage.send(body.slice(at, at + 100))
      await turn()
    }
    assert.match((await stage.say('')).join(), /^a OK \[APPENDUID 1 1\]/)
    assert.deepEqual(raws(stage.backend.inbox.kept.values()), [body])
  })
  test('into the selected mailbox is news at once', async () =>
    play([['a APPEND INBOX {2+}\r\nhi', '* 1 EXISTS', '* 1 RECENT', 'a OK']], await select()))
  test('refused before the message is sent', () =>
    play([
      ...loggedIn,
      ['a APPEND Nowhere {5}', 'a NO [TRYCREATE] '],
      ['a APPEND INBOX {26214401}', 'a NO [TOOBIG] '],
      ['a APPEND INBOX {99999999999999999999}', 'a NO [TOOBIG] '],
      ['a APPEND INBOX {0}', 'a NO [CANNOT] '],
      ['a APPEND "&bad" {5}', 'a NO [CANNOT] '],
      ['a APPEND INBOX "31-Feb-2026 00:00:00 +0000" {5}', 'a BAD'],
      ['a APPEND INBOX (\\Recent) {5}', 'a BAD'],
      ['a APPEND INBOX x {5}', 'a BAD'],
      ['a NOOP', 'a OK'],
    ]))
  test('refused, and what comes all the same is thrown away', async () => {
    const { backend } = await stageAfter(
      [
        ...loggedIn,
        ['a APPEND Nowhere {15+}\r\nb CREATE evil\r\n', 'a NO [TRYCREATE] '],
        ['a APPEND INBOX {25+}\r\nb CREATE evil\r\nc CREATE i', 'a NO [TOOBIG] '],
        ['a APPEND INBOX (\\Odd) {3+}\r\nabc', 'a BAD'],
        ['a NOOP', 'a OK'],
      ],
      { limits: { messageBytes: 20 } },
    )
    assert.deepEqual([...backend.mailboxes.keys()], ['INBOX'])
    assert.equal(backend.inbox.rows.length, 0)
  })
  test('too large to throw away: BYE', () =>
    play([...loggedIn, ['a APPEND INBOX {100+}', '* BYE']], { limits: { messageBytes: 20, swallowBytes: 50 } }))
  test('what follows the message spoils it', async () => {
    const { backend } = await stageAfter([
      ...loggedIn,
      ['a APPEND INBOX {2+}\r\nhi more', 'a BAD'],
      ['a APPEND INBOX {2}', '+ '],
      ['hi {2}', 'a BAD'],
      ['a NOOP', 'a OK'],
      ['a APPEND INBOX {2+}\r\nhi {2+}', '* BYE'],
    ])
    assert.equal(backend.inbox.rows.length, 0)
    const refused = await stageAfter([...loggedIn, ['a APPEND Nowhere {2+}\r\nhi {15+}\r\nb CREATE evil\r\n', '* BYE']])
    assert.equal(refused.backend.mailboxes.has('evil'), false)
  })
  test('a client that goes away in the middle leaves nothing', async () => {
    const stage = await stageAfter([...loggedIn, ['a APPEND INBOX {20}', '+ ']])
    stage.send('half')
    await turn()
    stage.session.closed()
    await turn()
    assert.equal(stage.backend.inbox.rows.length, 0)
    assert.deepEqual(stage.errors, [])
  })
  test('a shutdown in the middle waits for the message', async () => {
    const stage = await stageAfter([...loggedIn, ['a APPEND INBOX {4}', '+ ']])
    stage.send('ha')
    await turn()
    stage.session.shutdown('Going down')
    assert.deepEqual(await stage.say('lf'), ['a OK [APPENDUID 1 1] APPEND completed', '* BYE Going down'])
    assert.deepEqual(raws(stage.backend.inbox.kept.values()), ['half'])
  })
  test('a backend that fails half-way: NO, and the rest is thrown away', async () => {
    const stage = await stageAfter([...loggedIn, ['a APPEND INBOX {4}', '+ ']])
    stage.send('ha')
    await turn()
    stage.backend.trouble = new Error('disk')
    await play(
      [
        ['lf', 'a NO [SERVERBUG] '],
        ['a NOOP', 'a OK'],
      ],
      stage,
    )
    assert.equal(stage.backend.inbox.rows.length, 0)
  })
  test('BAD', () =>
    play([
      ...loggedIn,
      ['a APPEND', 'a BAD'],
      ['a APPEND INBOX', 'a BAD'],
      ['a APPEND INBOX "text"', 'a BAD'],
      ['a APPEND INBOX {5', 'a BAD'],
    ]))
})

describe('literals', () => {
  test('one that is too large is not asked for', () =>
    play([
      ...loggedIn,
      ['a SELECT {16385}', 'a NO [TOOBIG] '],
      [`a SELECT {16385+}\r\n${'x'.repeat(16_385)}`, 'a NO [TOOBIG] '],
      ['a SELECT {5}', '+ '],
      ['INBOX (', 'a BAD'],
    ]))
  test('before log-in even less', () =>
    play([
      ['a LOGIN {8200}', 'a NO [TOOBIG] '],
      ['a LOGIN {20', 'a BAD'],
      [`a APPEND INBOX {8000+}\r\n${'x'.repeat(8000)}`, 'a BAD Log in first'],
      ['a APPEND INBOX {8200+}', '* BYE'],
    ]))
  test('all of them together count', () =>
    play([
      [`a LOGIN {5000+}\r\n${'x'.repeat(5000)} {5000}`, 'a NO [TOOBIG] '],
      ['a NOOP', 'a OK'],
    ]))
  test('none is asked for by a command that cannot be', () =>
    play([
      ['a XYZZY {5}', 'a BAD'],
      ['a SELECT {5}', 'a BAD Log in first'],
      ['a SELECT {5+}\r\nINBOX', 'a BAD Log in first'],
      ['{5}', '* BAD'],
      ['a NOOP', 'a OK'],
    ]))
  test('too many in one command: BYE', () =>
    play(
      [
        ...loggedIn,
        ['a SEARCH {1+}\r\nx {1+}\r\nx', 'a BAD Select a mailbox first'],
        ['a SEARCH {1+}\r\nx {1+}\r\nx {1+}', '* BYE Too many literals'],
      ],
      { limits: { literals: 2 } },
    ))
  test('NUL is not for literals', () => play([['a LOGIN {3+}\r\na\0b secret', 'a BAD']]))
  test('a line that is too long', async () => {
    const stage = await stageAfter([
      [`a NOOP ${'x'.repeat(20_000)}`, 'a BAD The command is too long'],
      [`a LOGIN ${'x'.repeat(20_000)} {8+}\r\nb LOGOUT`, 'a BAD The command is too long'],
      ['a NOOP', 'a OK'],
    ])
    const chunk = 'x'.repeat(65_536)
    for (let time = 0; time < 100; time += 1) {
      stage.send(chunk)
      await turn()
      assert.equal(stage.session.buffered, 0)
    }
    assert.deepEqual(await stage.say(''), ['* BAD The command is too long'])
  })
})
