import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loggedIn, play, Stage, select, stageAfter, turn } from './play.ts'

const EXTENSIONS = 'LITERAL+ ID NAMESPACE ENABLE IDLE UIDPLUS UNSELECT CHILDREN MOVE ESEARCH CONDSTORE STATUS=SIZE'
const CAPABILITIES = `IMAP4rev1 AUTH=PLAIN SASL-IR ${EXTENSIONS}`

describe('greeting and capabilities', () => {
  test('OK with what is offered', async () => {
    assert.deepEqual(await new Stage().hear(), [`* OK [CAPABILITY ${CAPABILITIES} STARTTLS] imap.test ready`])
  })
  test('CAPABILITY says the same, and BAD to arguments', () =>
    play([
      ['a CAPABILITY', `* CAPABILITY ${CAPABILITIES} STARTTLS`, 'a OK'],
      ['a CAPABILITY now', 'a BAD'],
    ]))
  test('LOGINDISABLED in clear, unless plain is allowed', async () => {
    const stage = new Stage({ allowPlain: false })
    const [greeting] = await stage.hear()
    assert.match(greeting ?? '', / LOGINDISABLED .* STARTTLS\]/)
    assert.doesNotMatch(greeting ?? '', /AUTH=PLAIN/)
  })
  test('no STARTTLS where it is not offered, under TLS, or after log-in', async () => {
    for (const scene of [{ startTls: false }, { tls: true }]) {
      assert.deepEqual(await new Stage(scene).hear(), [`* OK [CAPABILITY ${CAPABILITIES}] imap.test ready`])
    }
    await play([...loggedIn, ['a CAPABILITY', `* CAPABILITY ${CAPABILITIES}`, 'a OK']])
    const { wire } = await stageAfter(loggedIn)
    assert.doesNotMatch(wire.text.split('\r\n')[1] ?? '', /STARTTLS/)
  })
})

describe('any state', () => {
  test('NOOP', () =>
    play([
      ['a NOOP', 'a OK'],
      ['a noop', 'a OK'],
      ['a NOOP x', 'a BAD'],
      ['a NOOP ', 'a BAD'],
    ]))
  test('LOGOUT says BYE, then OK, then closes, and nothing after it is obeyed', async () => {
    const stage = new Stage()
    await stage.hear()
    stage.send('a LOGOUT\r\nb NOOP\r\n')
    assert.deepEqual(await stage.hear(), ['* BYE Until next time', 'a OK LOGOUT completed'])
    assert.equal(stage.wire.closed, true)
    await play([['a LOGOUT please', 'a BAD']])
  })
  test('ID', () =>
    play([
      ['a ID NIL', '* ID ("name" "Test")', 'a OK'],
      ['a ID ("name" "mutt" "version" NIL)', '* ID', 'a OK'],
      ['a ID ()', '* ID', 'a OK'],
      ['a ID', 'a BAD'],
      ['a ID ("name")', 'a BAD'],
      ['a ID (NIL NIL)', 'a BAD'],
      [`a ID ("${'n'.repeat(31)}" "x")`, 'a BAD'],
      [`a ID (${'"a" "b" '.repeat(30)}"a" "b")`, 'a BAD'],
    ]))
})

describe('what is no command', () => {
  test('BAD with the tag, or without one', () =>
    play([
      ['', '* BAD'],
      [' NOOP', '* BAD'],
      ['+ NOOP', '* BAD'],
      ['a', 'a BAD'],
      ['a ', 'a BAD'],
      ['a XYZZY', 'a BAD'],
      ['a UID NOOP', 'a BAD'],
      ['a NO\rOP', 'a BAD'],
      ['a NO\0OP', 'a BAD'],
      ['a NOOP', 'a OK'],
    ]))
  test('a command in the wrong state', async () => {
    await play([
      ['a SELECT INBOX', 'a BAD Log in first'],
      ['a FETCH 1 FLAGS', 'a BAD Log in first'],
      ['a IDLE', 'a BAD'],
    ])
    await play([
      ...loggedIn,
      ['a FETCH 1 FLAGS', 'a BAD Select a mailbox first'],
      ['a CLOSE', 'a BAD'],
      ['a EXPUNGE', 'a BAD'],
      ['a LOGIN ann secret', 'a BAD You are logged in already'],
      ['a STARTTLS', 'a BAD'],
      ['a AUTHENTICATE PLAIN', 'a BAD'],
    ])
  })
  test('the tenth closes', async () => {
    const stage = await stageAfter(Array.from({ length: 9 }, () => ['a XYZZY', 'a BAD'] as const))
    await play(
      [
        ['a NOOP', 'a OK'],
        ['a XYZZY', 'a BAD', '* BYE Too many bad commands'],
      ],
      stage,
    )
    assert.equal(stage.wire.closed, true)
  })
  test('a line that ends with LF alone is a line', async () => {
    const stage = new Stage()
    await stage.hear()
    stage.send('a NOOP\nb NOOP\r\n')
    assert.deepEqual(await stage.hear(), ['a OK NOOP completed', 'b OK NOOP completed'])
  })
})

describe('a pipeline', () => {
  test('is answered in its order, in few writes', async () => {
    const stage = new Stage()
    await stage.hear()
    stage.send('1 LOGIN ann secret\r\n2 SELECT INBOX\r\n3 XYZZY\r\n4 NOOP\r\n5 NO')
    const tagged = (await stage.hear()).filter((line) => !line.startsWith('*')).map((line) => line.slice(0, 4))
    assert.deepEqual(tagged, ['1 OK', '2 OK', '3 BA', '4 OK'])
    assert.equal(stage.wire.events.filter((event) => event === 'write').length, 2)
    assert.match((await stage.say('OP')).join(), /^5 OK/)
  })
  test('beyond the bound the peer is not read until there is room', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stage = await select({ limits: { pipelineBytes: 100 } })
    stage.backend.delay = () => promise
    stage.send('a NOOP\r\n')
    stage.send('b NOOP\r\n'.repeat(20))
    await turn()
    assert.equal(stage.wire.paused, true)
    resolve()
    assert.equal((await stage.hear()).length, 21)
    assert.equal(stage.wire.paused, false)
  })
})

describe('the end', () => {
  test('shutdown says BYE to who waits', async () => {
    const stage = await select()
    stage.session.shutdown('Going down')
    assert.deepEqual(await stage.hear(), ['* BYE Going down'])
    assert.equal(stage.wire.closed, true)
    assert.equal(stage.backend.opened, 0)
  })
  test('shutdown lets a command in hand finish first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stage = await select()
    stage.backend.delay = () => promise
    stage.send('a NOOP\r\nb NOOP\r\n')
    await turn()
    stage.session.shutdown('Going down')
    await turn()
    assert.deepEqual(stage.wire.take(), [])
    resolve()
    assert.deepEqual(await stage.hear(), ['a OK NOOP completed', '* BYE Going down'])
  })
  test('closed in the middle of anything leaves nothing open', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stage = await stageAfter(loggedIn)
    stage.backend.delay = () => promise
    stage.send('a SELECT INBOX\r\n')
    await turn()
    stage.session.closed()
    resolve()
    await turn()
    assert.equal(stage.backend.opened, 0)
    assert.deepEqual(stage.wire.take(), [])
    assert.deepEqual(stage.errors, [])
  })
  test('a wire that fails ends the session, and its owner is told', async () => {
    let broken = false
    const write = () => {
      if (broken) throw new Error('the wire is cut')
    }
    const stage = await select({ write })
    broken = true
    stage.send('a NOOP\r\n')
    await turn()
    assert.deepEqual(stage.errors.map(String), ['Error: the wire is cut'])
    assert.equal(stage.backend.opened, 0)
  })
  test('what fails behind the backend is NO [SERVERBUG] without detail, and its owner is told', async () => {
    const stage = await select()
    stage.backend.trouble = new Error('the disk is on fire')
    await play(
      [
        ['a NOOP', 'a NO [SERVERBUG] '],
        ['a NOOP', 'a OK'],
      ],
      stage,
    )
    assert.deepEqual(stage.errors.map(String), ['Error: the disk is on fire'])
    assert.doesNotMatch(stage.wire.text, /fire/)
  })
})
