import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertOthersAreServed, memoryGrowth } from './support/bystanders.ts'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

const MB = 1_000_000
/** By so much the server may grow under any attack: a tenth of what is thrown at it. */
const MOST_MB = 150
const PIECE = Buffer.alloc(MB, 'a')

let server: RunningServer
before(async () => {
  server = await startServer()
  await getMail(server, 'bystander@mayfly.test')
})
after(() => server[Symbol.asyncDispose]())

test('a client that sends single bytes and stalls holds up nobody, and may still finish', async () => {
  using slow = await SmtpClient.connect(server)
  const drip = async (text: string): Promise<void> => {
    for (const byte of text) {
      slow.write(byte)
      await new Promise(setImmediate)
    }
  }
  await drip('EHLO slow.test\r\nMAIL FROM:<s@elsewhere.test>\r\n')
  for (const _ of ['EHLO', 'MAIL']) assert.equal((await slow.reply()).code, 250)
  await drip('RCPT TO:<slow@mayfly.te')
  await assertOthersAreServed(server)
  await drip('st>\r\nDATA\r\n')
  for (const code of [250, 354]) assert.equal((await slow.reply()).code, code)
  await drip('Subject: sl')
  await assertOthersAreServed(server)
  await drip('ow\r\n\r\n.\r\n')
  assert.equal((await slow.reply()).code, 250)
  assert.deepEqual(await subjects(server, 'slow@mayfly.test'), ['slow'])
})

test('a client that stalls for longer than it may is told so and cut off', async () => {
  await using impatient = await startServer({ env: { MAYFLY_SMTP_IDLE_TIMEOUT: '500ms' } })
  for (const stalledAt of ['EHL', 'EHLO c.test\r\nMAIL FROM:<>\r\nRCPT TO:<a@mayfly.test>\r\nDATA\r\nSubject: h']) {
    using client = await SmtpClient.connect(impatient)
    client.write(stalledAt)
    assert.match(await client.end(), /421 4\.4\.2 [^\r\n]*\r\n$/)
  }
  assert.deepEqual(await getMail(impatient, 'a@mayfly.test'), [])
})

test('10,000 recipients of one mail: a hundred are taken, and the others told to come with the next', async () => {
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<many@elsewhere.test>')
  const growth = await memoryGrowth(server, async () => {
    client.write(Array.from({ length: 10_000 }, (_, n) => `RCPT TO:<many${n}@mayfly.test>\r\n`).join(''))
    await assertOthersAreServed(server)
    for (let n = 0; n < 10_000; n++) {
      const { code } = await client.reply()
      assert.equal(code, n < 100 ? 250 : 452)
    }
  })
  assert.ok(growth < MOST_MB, `the server has grown by ${growth} MB`)
  await client.expect(354, 'DATA')
  await client.expect(250, 'Subject: for a hundred\r\n\r\n.')
  assert.deepEqual(await subjects(server, 'many99@mayfly.test'), ['for a hundred'])
  assert.deepEqual(await subjects(server, 'many100@mayfly.test'), [])
})

test('a client that never stops talking is sent away', async () => {
  await using terse = await startServer({ env: { MAYFLY_SMTP_MAX_COMMANDS: '50' } })
  using chatty = await SmtpClient.connect(terse)
  chatty.write('NOOP\r\n'.repeat(51))
  assert.match(await chatty.end(), /^(?:250 [^\n]*\n){50}421 [^\n]*\n$/)
  using confused = await SmtpClient.connect(terse)
  confused.write('HELLO\r\n'.repeat(51))
  assert.match(await confused.end(), /^(?:500 [^\n]*\n){10}421 [^\n]*\n$/)
})

test('a command line of 1 GB is refused and takes no memory', async () => {
  using client = await SmtpClient.greeted(server)
  const growth = await memoryGrowth(server, async () => {
    for (let sent = 0; sent < 1_000; sent++) if (!(await client.writeAll(PIECE))) break
    await assertOthersAreServed(server)
  })
  assert.ok(growth < MOST_MB, `the server has grown by ${growth} MB`)
  if (!client.closed) await client.expect(500, '')
})

test('a line of 1 GB in a mail is refused and takes no memory', async () => {
  using client = await SmtpClient.greeted(server)
  await client.openData('bystander@mayfly.test')
  client.write('Subject: endless\r\n\r\n')
  const growth = await memoryGrowth(server, async () => {
    for (let sent = 0; sent < 1_000; sent++) {
      if (!(await client.writeAll(PIECE))) break
      if (sent === 100) await assertOthersAreServed(server)
    }
  })
  assert.ok(growth < MOST_MB, `the server has grown by ${growth} MB`)
  const { code } = await client.command('\r\n.')
  assert.equal(Math.floor(code / 100), 5)
  await client.expect(250, 'NOOP')
  assert.ok(!(await subjects(server, 'bystander@mayfly.test')).includes('endless'))
})

test('a mail of 1 GB in many lines is refused and takes no memory', async () => {
  using client = await SmtpClient.greeted(server)
  await client.openData('bystander@mayfly.test')
  client.write('Subject: endless\r\n\r\n')
  const lines = Buffer.from(`${'a'.repeat(98)}\r\n`.repeat(10_000))
  const growth = await memoryGrowth(server, async () => {
    for (let sent = 0; sent < 1_000; sent++) {
      if (!(await client.writeAll(lines))) break
      if (sent === 30) await assertOthersAreServed(server)
    }
  })
  assert.ok(growth < MOST_MB, `the server has grown by ${growth} MB`)
  await client.expect('552 5.3.4', '.')
})
