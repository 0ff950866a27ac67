import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

/** Each of these has ended a message for some server, somewhere. Here only CRLF.CRLF does. */
const FALSE_ENDS = [
  '\n.\n',
  '\r.\r',
  '\n.\r\n',
  '\r.\r\n',
  '\r\n.\r',
  '\r\n.\n',
  '\n\n.\n\n',
  '\r\r.\r\r',
  '\n.\r',
  '\r.\n',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
  '\r\n.\r\r\n',
  '\r\n.\n\r\n',
  '\r\r\n.\r\r\n',
  '\n\r\n.\n',
  '\n\r.\n\r',
]

const SMUGGLED =
  'MAIL FROM:<evil@elsewhere.test>\r\nRCPT TO:<victim@mayfly.test>\r\nDATA\r\nSubject: smuggled\r\n\r\nGot you'

test('no false end of a message makes two mails of one', async () => {
  for (const [n, falseEnd] of FALSE_ENDS.entries()) {
    const shown = JSON.stringify(falseEnd)
    const address = `honest${n}@mayfly.test`
    using client = await SmtpClient.greeted(server)
    await client.openData(address)
    client.write(`Subject: honest ${n}\r\n\r\nbefore${falseEnd}${SMUGGLED}\r\n.\r\n`)
    assert.equal((await client.reply()).code, 250, shown)
    // Nothing else was answered: the next reply is the one to the next command.
    await client.expect('221 ', 'QUIT')
    const [message, ...others] = await getMail(server, address)
    assert.ok(message && others.length === 0, shown)
    assert.match(message.text, /before.*RCPT TO:<victim@mayfly\.test>.*Got you/s, shown)
  }
  assert.deepEqual(await subjects(server, 'victim@mayfly.test'), [])
})

test('the same false ends, cut into single bytes', async () => {
  using client = await SmtpClient.greeted(server)
  for (const [n, falseEnd] of FALSE_ENDS.entries()) {
    await client.openData('slowly@mayfly.test')
    for (const byte of `Subject: slow ${n}\r\n\r\nbefore${falseEnd}RSET\r\n.\r\n`) {
      client.write(Buffer.from(byte, 'latin1'))
      await new Promise(setImmediate)
    }
    assert.equal((await client.reply()).code, 250, JSON.stringify(falseEnd))
  }
  await client.expect('221 ', 'QUIT')
  assert.equal((await getMail(server, 'slowly@mayfly.test')).length, FALSE_ENDS.length)
})

test('bare line ends in a command are refused, not taken for two commands', async () => {
  using client = await SmtpClient.greeted(server)
  for (const bare of ['\n', '\r']) {
    await client.expect(500, `NOOP${bare}MAIL FROM:<evil@elsewhere.test>`)
    await client.expect(503, 'RCPT TO:<victim@mayfly.test>')
  }
})

test('commands in the packet of STARTTLS are gone after the handshake', async () => {
  using client = await SmtpClient.greeted(server)
  client.write(`STARTTLS\r\nEHLO injected.test\r\n${SMUGGLED}\r\n.\r\n`)
  assert.equal((await client.reply()).code, 220)
  await client.secure()
  // Not one reply waits in the tunnel, and what was said before it is forgotten.
  await client.expect('503 5.5.1 Send EHLO first', 'MAIL FROM:<sender@elsewhere.test>')
  await client.expect(250, 'EHLO client.test')
  await client.expect(503, 'RCPT TO:<victim@mayfly.test>')
  await client.openData('tunnel@mayfly.test')
  await client.expect(250, 'Subject: through the tunnel\r\n\r\n.')
  assert.deepEqual(await subjects(server, 'tunnel@mayfly.test'), ['through the tunnel'])
  assert.deepEqual(await subjects(server, 'victim@mayfly.test'), [])
})

test('a transaction begun before STARTTLS does not go on after it', async () => {
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<sender@elsewhere.test>')
  await client.expect(250, 'RCPT TO:<victim@mayfly.test>')
  await client.expect(220, 'STARTTLS')
  await client.secure()
  await client.expect(250, 'EHLO client.test')
  await client.expect(503, 'DATA')
})
