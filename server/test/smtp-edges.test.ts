import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'
import { storedSource } from './support/stored-source.ts'

let server: RunningServer
before(async () => {
  server = await startServer({ env: { MAYFLY_DOMAINS: 'mayfly.test,bücher.test' } })
})
after(() => server[Symbol.asyncDispose]())

const subject = (text: string): string => `Subject: ${text}\r\n\r\nHello`

test('BDAT brings every byte as it is', async () => {
  const head = Buffer.from('Subject: in chunks\r\nContent-Type: application/octet-stream\r\n\r\n')
  const body = Buffer.concat([Buffer.from('.\r\n.\r\n\0\n.\n\r'), randomBytes(100_000)])
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<a@elsewhere.test> BODY=8BITMIME')
  await client.expect(250, 'RCPT TO:<chunks@mayfly.test>')
  client.write(Buffer.concat([Buffer.from(`BDAT ${head.length}\r\n`), head]))
  assert.equal((await client.reply()).code, 250)
  client.write(Buffer.concat([Buffer.from(`BDAT ${body.length}\r\n`), body, Buffer.from('BDAT 0 LAST\r\n')]))
  for (const _ of ['chunk', 'last']) assert.equal((await client.reply()).code, 250)
  const stored = await storedSource(server, 'chunks@mayfly.test')
  assert.ok(stored?.subarray(stored.indexOf('Subject: in chunks')).equals(Buffer.concat([head, body])))
  assert.deepEqual(await subjects(server, 'chunks@mayfly.test'), ['in chunks'])
})

test('an address in any script is an inbox, once SMTPUTF8 was asked for', async () => {
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<>')
  await client.expect('553 5.6.7', 'RCPT TO:<zoë@mayfly.test>')
  await client.expect(250, 'RSET')
  await client.expect(250, 'MAIL FROM:<grüße@elsewhere.test> SMTPUTF8')
  await client.expect(250, 'RCPT TO:<Zoë@mayfly.test>')
  await client.expect(250, 'RCPT TO:<a@Bücher.test>')
  await client.expect(354, 'DATA')
  await client.expect(250, 'Subject: Grüße\r\n\r\n.')
  assert.deepEqual(await subjects(server, 'zoë@mayfly.test'), ['Grüße'])
  assert.deepEqual(await subjects(server, 'a@xn--bcher-kva.test'), ['Grüße'])
  assert.match(String(await storedSource(server, 'zoë@mayfly.test')), /^\tby mayfly\.test with UTF8SMTP id /m)
})

test('mail for other domains is not relayed', async () => {
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<a@mayfly.test>')
  for (const to of ['a@elsewhere.test', 'a@sub.mayfly.test', 'a%elsewhere.test@elsewhere.test']) {
    await client.expect('550 5.7.1', `RCPT TO:<${to}>`)
  }
  await client.expect(503, 'DATA')
})

test('the bare postmaster has an inbox', async () => {
  assert.equal((await sendMail(server, 'Postmaster', subject('to the postmaster'))).code, 250)
  assert.deepEqual(await subjects(server, 'postmaster@mayfly.test'), ['to the postmaster'])
})

test('the recipient after the hundredth has to wait for the next mail', async () => {
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<>')
  for (let n = 1; n <= 100; n++) await client.expect(250, `RCPT TO:<crowd${n}@mayfly.test>`)
  await client.expect('452 4.5.3', 'RCPT TO:<crowd101@mayfly.test>')
  await client.expect(354, 'DATA')
  await client.expect(250, 'Subject: crowd\r\n\r\n.')
  for (const [n, expected] of [
    [1, 1],
    [100, 1],
    [101, 0],
  ] as const) {
    assert.equal((await getMail(server, `crowd${n}@mayfly.test`)).length, expected)
  }
})

test('a mail that goes round in circles is refused', async () => {
  const hop = (n: number): string => `Received: from a.test by b.test id ${n}; Mon, 1 Jan 2024 00:00:00 +0000\r\n`
  const hops = (count: number): string => Array.from({ length: count }, (_, n) => hop(n)).join('')
  const far = await sendMail(server, 'loop@mayfly.test', `${hops(50)}${subject('far')}`)
  assert.equal(far.code, 250, far.text)
  const round = await sendMail(server, 'loop@mayfly.test', `${hops(51)}${subject('round')}`)
  assert.equal(`${round.code} ${round.text.slice(0, 5)}`, '554 5.4.6')
  assert.deepEqual(await subjects(server, 'loop@mayfly.test'), ['far'])
})

test('a whole transaction in one packet, and another behind it', async () => {
  using client = await SmtpClient.connect(server)
  const one = (text: string): string =>
    `MAIL FROM:<a@elsewhere.test>\r\nRCPT TO:<packet@mayfly.test>\r\nDATA\r\n${subject(text)}\r\n.\r\n`
  client.write(`EHLO client.test\r\n${one('first')}${one('second')}QUIT\r\n`)
  for (const code of [250, 250, 250, 354, 250, 250, 250, 354, 250, 221]) {
    assert.equal((await client.reply()).code, code)
  }
  assert.equal(await client.end(), '')
  assert.deepEqual(await subjects(server, 'packet@mayfly.test'), ['second', 'first'])
})

test('a sandbox takes mail for every domain', async () => {
  await using sandbox = await startServer({ env: { MAYFLY_DOMAINS: '*' } })
  assert.equal((await sendMail(sandbox, ['a@example.com', 'b@gmail.com'], subject('caught'))).code, 250)
  for (const address of ['a@example.com', 'b@gmail.com']) {
    assert.deepEqual(await subjects(sandbox, address), ['caught'])
  }
})
