import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from './backend.ts'
import { loggedIn, play, Stage, stageAfter, turn } from './play.ts'

const plain = (text: string) => Buffer.from(text).toString('base64')

describe('LOGIN', () => {
  test('with atoms, quoted strings and literals', async () => {
    for (const args of ['ann s3cret', '"ann" "s3cret"', '{3+}\r\nann {6+}\r\ns3cret']) {
      const { backend } = await stageAfter([[`a LOGIN ${args}`, 'a OK [CAPABILITY IMAP4rev1 ']])
      assert.deepEqual(backend.logins, [{ user: 'ann', secret: 's3cret', mechanism: 'LOGIN', tls: false }])
    }
  })
  test('with what needs quotes, and with UTF-8', async () => {
    const { backend } = await stageAfter([
      ['a LOGIN "a\\"b\\\\c" {6}', '+ '],
      ['p\xc3\xa4ss!', 'a OK'],
    ])
    assert.deepEqual(backend.logins[0], { user: 'a"b\\c', secret: 'päss!', mechanism: 'LOGIN', tls: false })
  })
  test('refused: NO, and the third time BYE', async () => {
    const stage = await stageAfter([
      ['a LOGIN ann wrong', 'a NO [AUTHENTICATIONFAILED] '],
      ['a LOGIN ann wrong', 'a NO [AUTHENTICATIONFAILED] '],
      ['a LOGIN ann wrong', 'a NO [AUTHENTICATIONFAILED] ', '* BYE Too many failed log-ins'],
    ])
    assert.equal(stage.wire.closed, true)
  })
  test('a server that is not there is nobody’s failed log-in', async () => {
    const stage = await stageAfter([])
    assert.equal(stage.session.authenticated, false)
    for (let time = 0; time < 4; time += 1) {
      stage.backend.trouble = new Refusal('UNAVAILABLE', 'Later')
      await play([['a LOGIN ann secret', 'a NO [UNAVAILABLE] Later']], stage)
    }
    await play(loggedIn, stage)
    assert.equal(stage.session.authenticated, true)
  })
  test('malformed', () =>
    play([
      ['a LOGIN', 'a BAD'],
      ['a LOGIN ann', 'a BAD'],
      ['a LOGIN ann "secret', 'a BAD'],
      ['a LOGIN ann secret more', 'a BAD'],
      ['a LOGIN ann (secret)', 'a BAD'],
      ['a LOGIN \xff\xfe secret', 'a BAD'],
      ['a LOGIN "\xff\xfe" secret', 'a NO [AUTHENTICATIONFAILED] '],
    ]))
  test('in clear where that is not allowed', async () => {
    const { backend } = await stageAfter(
      [
        ['a LOGIN ann secret', 'a NO [PRIVACYREQUIRED] '],
        ['a AUTHENTICATE PLAIN', 'a NO [PRIVACYREQUIRED] '],
        [`a AUTHENTICATE PLAIN ${plain('\0ann\0secret')}`, 'a NO [PRIVACYREQUIRED] '],
      ],
      { allowPlain: false },
    )
    assert.deepEqual(backend.logins, [])
  })
})

describe('AUTHENTICATE PLAIN', () => {
  test('in two steps', async () => {
    const { backend } = await stageAfter([
      ['a AUTHENTICATE PLAIN', '+ '],
      [plain('\0ann\0s3cret'), 'a OK [CAPABILITY '],
    ])
    assert.deepEqual(backend.logins, [{ user: 'ann', secret: 's3cret', mechanism: 'PLAIN', tls: false }])
  })
  test('in one', async () => {
    const { backend } = await stageAfter([[`a authenticate plain ${plain('ann\0ann\0s3cret')}`, 'a OK']])
    assert.equal(backend.logins[0]?.user, 'ann')
  })
  test('cancelled, and what comes after is a command again', () =>
    play([
      ['a AUTHENTICATE PLAIN', '+ '],
      ['*', 'a BAD Log-in cancelled'],
      ['a NOOP', 'a OK'],
    ]))
  test('malformed', () =>
    play([
      ['a AUTHENTICATE', 'a BAD'],
      ['a AUTHENTICATE CRAM-MD5', 'a NO [CANNOT] '],
      ['a AUTHENTICATE PLAIN =', 'a BAD'],
      ['a AUTHENTICATE PLAIN not-base64', 'a BAD'],
      [`a AUTHENTICATE PLAIN ${plain('ann\0s3cret')}`, 'a BAD'],
      [`a AUTHENTICATE PLAIN ${plain('\0\0s3cret')}`, 'a BAD'],
      ['a AUTHENTICATE PLAIN', '+ '],
      ['%', 'a BAD'],
      ['a AUTHENTICATE PLAIN', '+ '],
      ['A'.repeat(10_000), 'a BAD The answer is too long'],
    ]))
  test('for another, or refused', () =>
    play([
      [`a AUTHENTICATE PLAIN ${plain('bob\0ann\0secret')}`, 'a NO [AUTHORIZATIONFAILED] '],
      [`a AUTHENTICATE PLAIN ${plain('\0ann\0wrong')}`, 'a NO [AUTHENTICATIONFAILED] '],
    ]))
  test('shutdown while the answer is awaited', async () => {
    const stage = await stageAfter([['a AUTHENTICATE PLAIN', '+ ']])
    stage.session.shutdown('Going down')
    assert.deepEqual(await stage.hear(), ['* BYE Going down'])
  })
})

describe('STARTTLS', () => {
  test('nothing sent in clear survives the handshake', async () => {
    const stage = new Stage({ allowPlain: false })
    await stage.hear()
    stage.send('a STARTTLS\r\nb LOGIN eve secret\r\n')
    await turn()
    stage.send('c NOOP\r\n')
    await turn()
    assert.deepEqual(stage.wire.take(), ['a OK Begin TLS now'])
    assert.deepEqual(stage.wire.events.slice(-2), ['write', 'startTls'])
    stage.session.secured()
    const answer = await stage.say('d LOGIN ann secret')
    assert.match(answer.join(), /^d OK \[CAPABILITY IMAP4rev1 AUTH=PLAIN (?!.*STARTTLS)/)
    assert.deepEqual(stage.backend.logins, [{ user: 'ann', secret: 'secret', mechanism: 'LOGIN', tls: true }])
  })
  test('half a command in clear is forgotten too', async () => {
    const stage = new Stage()
    await stage.hear()
    stage.send('a STARTTLS\r\nb LOGIN e')
    await turn()
    stage.session.secured()
    assert.match((await stage.say('c NOOP')).join(), /c OK/)
  })
  test('not twice, and not where it is not offered', async () => {
    await play([['a STARTTLS', 'a BAD TLS is active already']], { tls: true })
    await play([['a STARTTLS', 'a BAD TLS is not offered here']], { startTls: false })
    await play([['a STARTTLS now', 'a BAD']])
  })
  test('shutdown during the handshake says nothing', async () => {
    const stage = await stageAfter([['a STARTTLS', 'a OK']])
    stage.session.shutdown('Going down')
    assert.deepEqual(stage.wire.take(), [])
    assert.equal(stage.wire.closed, true)
  })
})
