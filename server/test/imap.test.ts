import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getMail, subjects } from './support/get-mail.ts'
import { ImapClient } from './support/imap-client.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'
import { callV1, createKey } from './support/v1.ts'
import { within } from './support/wait-until.ts'

const OWNER = 'owner@mayfly.test'
const HELLO = 'From: Ann <ann@sender.test>\r\nSubject: Hello\r\n\r\nGood day\r\n'

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

async function send(to: string, ...sources: string[]): Promise<void> {
  using client = await SmtpClient.greeted(server)
  for (const source of sources) assert.equal((await client.mail(to, source)).code, 250)
}

const letter = (subject: string): string => `From: ann@sender.test\r\nSubject: ${subject}\r\n\r\nThis is ${subject}\r\n`

test('what came by SMTP is read byte for byte, behind our trace lines', async () => {
  const source = [
    'From: =?utf-8?q?J=C3=B6rg?= <joerg@sender.test>\r\nSubject: Grüße\r\n\tfolded\r\n',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\npreamble\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n.\r\n..\r\n\r\n',
    `--b\r\nContent-Type: text/plain\r\n\r\n${'long '.repeat(190)}\t \r\n--b--\r\nepilogue\u0001`,
  ].join('')
  await send('bytes@mayfly.test', source)
  using client = await ImapClient.reading(server, 'bytes@mayfly.test')
  const [found] = await client.fetch('FETCH 1 (BODY.PEEK[] RFC822.SIZE BODY.PEEK[1] BODY.PEEK[HEADER] BODY.PEEK[TEXT])')
  const bytes = found?.data.sections.get('BODY[]') ?? ''
  const sent = Buffer.from(`${source}\r\n`).toString('latin1')
  assert.ok(bytes.endsWith(sent), JSON.stringify(bytes))
  const trace = bytes.slice(0, -sent.length)
  assert.match(trace, /^Return-Path: <sender@elsewhere\.test>\r\nReceived: from [^\r]+(?:\r\n\t[^\r]+)*\r\n$/)
  assert.equal(found?.data.size, bytes.length)
  const [header, text] = ['BODY[HEADER]', 'BODY[TEXT]'].map((name) => found?.data.sections.get(name))
  assert.equal(`${header}${text}`, bytes)
  assert.equal(found?.data.sections.get('BODY[1]'), Buffer.from('Grüße\r\n.\r\n..\r\n').toString('latin1'))

  let together = ''
  for (let at = 0; at < bytes.length; at += 100) {
    const [piece] = await client.fetch(`FETCH 1 BODY.PEEK[]<${at}.100>`)
    together += piece?.data.sections.get(`BODY[]<${at}>`) ?? ''
  }
  assert.equal(together, bytes)
})

test('HTTP and IMAP agree on what was seen and what is gone', async () => {
  const inbox = 'agree@mayfly.test'
  await send(inbox, letter('one'), letter('two'), letter('three'))
  using client = await ImapClient.reading(server, inbox)
  const seen = async () =>
    (await callV1(server, 'GET', `/inboxes/${inbox}/messages`)).data.map(({ seen }: { seen: boolean }) => seen)
  assert.deepEqual(await seen(), [false, false, false])
  await client.fetch('FETCH 2 BODY[TEXT]')
  assert.deepEqual(await seen(), [false, true, false])

  const [three] = await getMail(server, inbox)
  await callV1(server, 'PATCH', `/messages/${three?.id}`, { seen: true })
  assert.deepEqual(await client.search('SEARCH SEEN'), [2, 3])
  await client.ok('STORE 3 -FLAGS (\\Seen)')
  assert.deepEqual(await seen(), [false, true, false])

  await client.ok('STORE 2 +FLAGS.SILENT (\\Deleted)')
  await client.ok('EXPUNGE')
  assert.deepEqual(await subjects(server, inbox), ['three', 'one'])
  await callV1(server, 'DELETE', `/messages/${three?.id}`)
  await client.ok('NOOP')
  assert.equal(client.view?.count, 1)
  assert.deepEqual(await client.search('UID SEARCH ALL'), [1])
})

test('two clients on one mailbox see each other', async () => {
  const inbox = 'pair@mayfly.test'
  await send(inbox, letter('one'), letter('two'), letter('three'))
  using ann = await ImapClient.reading(server, inbox)
  using bob = await ImapClient.reading(server, inbox)
  const done = await ann.idle()
  await bob.ok('STORE 1 +FLAGS (\\Flagged blue)')
  const { number, data } = await ann.until('FETCH')
  assert.equal(number, 1)
  assert.deepEqual(
    data.flags?.filter((flag) => flag !== '\\Recent'),
    ['\\Flagged', 'blue'],
  )
  await bob.ok('STORE 1:2 +FLAGS.SILENT (\\Deleted)')
  await bob.ok('EXPUNGE')
  await ann.until('EXPUNGE')
  await ann.until('EXPUNGE')
  assert.equal((await done()).status, 'OK')
  assert.deepEqual([ann.view?.count, bob.view?.count], [1, 1])
  assert.deepEqual(await ann.search('UID SEARCH ALL'), [3])

  await send(inbox, letter('four'))
  const again = await bob.idle()
  assert.equal((await bob.until('EXISTS')).number, 2)
  await again()
})

test('two clients that delete the same messages at once both end with what is left', async () => {
  const inbox = 'race@mayfly.test'
  await send(inbox, ...Array.from({ length: 12 }, (_, n) => letter(`mail ${n}`)))
  using ann = await ImapClient.reading(server, inbox)
  using bob = await ImapClient.reading(server, inbox)
  await ann.ok('STORE 1:8 +FLAGS.SILENT (\\Deleted)')
  await bob.ok('STORE 5:10 +FLAGS.SILENT (\\Deleted)')
  await Promise.all([ann.ok('EXPUNGE'), bob.ok('EXPUNGE')])
  for (const client of [ann, bob]) {
    await client.ok('NOOP')
    const rows = await client.fetch('FETCH 1:* (UID)')
    assert.deepEqual(
      rows.map(({ data }) => data.uid),
      [11, 12],
    )
    assert.deepEqual(client.view?.uids, [11, 12])
  }
})

test('the sign-in e-mail opens every inbox, and makes new ones', async () => {
  await send('first@mayfly.test', HELLO)
  await getMail(server, 'first@mayfly.test')
  using client = await ImapClient.loggedIn(server, OWNER)
  const names = async () =>
    (await client.ok('LIST "" *')).flatMap((response) => (response.kind === 'LIST' ? [response.name] : []))
  assert.ok((await names()).includes('INBOX'))
  assert.ok((await names()).includes('first@mayfly.test'))
  await client.ok('CREATE second@mayfly.test')
  assert.ok((await names()).includes('second@mayfly.test'))
  await callV1(server, 'GET', '/inboxes/second@mayfly.test')

  await client.ok('SELECT first@mayfly.test')
  await client.ok('COPY 1 second@mayfly.test')
  assert.deepEqual(await subjects(server, 'second@mayfly.test'), ['Hello'])
  await client.ok('DELETE second@mayfly.test')
  assert.ok(!(await names()).includes('second@mayfly.test'))
  await client.no('NONEXISTENT', 'SELECT second@mayfly.test')
})

test('what a client appends to an inbox is mail like any other, with its event', async () => {
  const inbox = 'append@mayfly.test'
  using client = await ImapClient.loggedIn(server, inbox)
  const stop = new AbortController()
  const headers = { 'X-API-KEY': server.key }
  const events = await fetch(`${server.httpUrl}/v1/events?inbox=${inbox}`, { headers, signal: stop.signal })
  const done = await client.append('INBOX', HELLO, '(\\Flagged) "11-Feb-2020 10:00:00 +0000" ')
  assert.match(done.code ?? '', /^APPENDUID \d+ 1$/)
  await within('the event', readUntil(events, 'message.received'))
  stop.abort()
  const [message] = await getMail(server, inbox)
  assert.equal(message?.subject, 'Hello')
  await client.ok('SELECT INBOX')
  const [found] = await client.fetch('FETCH 1 (FLAGS INTERNALDATE BODY.PEEK[])')
  assert.equal(found?.data.sections.get('BODY[]'), HELLO)
  assert.equal(found?.data.internalDate, '"11-Feb-2020 10:00:00 +0000"')
  assert.deepEqual(await client.search('SEARCH FLAGGED'), [1])
})

async function readUntil(answer: Response, wanted: string): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.includes(wanted)) return
  }
  assert.fail(`the stream ended: ${text}`)
}

test('folders are beside the inbox: getMail does not show them', async () => {
  const inbox = 'filing@mayfly.test'
  await send(inbox, letter('keep'), letter('file'))
  using client = await ImapClient.reading(server, inbox)
  await client.ok('CREATE Done/2026')
  await client.ok('MOVE 2 Done/2026')
  assert.deepEqual(await subjects(server, inbox), ['keep'])
  await client.ok('SELECT Done/2026')
  const [found] = await client.fetch('FETCH 1 BODY.PEEK[HEADER.FIELDS (Subject)]')
  assert.equal(found?.data.sections.get('BODY[HEADER.FIELDS (Subject)]'), 'Subject: file\r\n\r\n')
})

test('a read key reads, and changes nothing', async () => {
  const inbox = 'reader@mayfly.test'
  await send(inbox, HELLO)
  const { key } = await createKey(server, 'read')
  using client = await ImapClient.loggedIn(server, inbox, { key })
  const selected = await client.command('SELECT INBOX')
  assert.deepEqual([selected.status, selected.code], ['OK', 'READ-ONLY'])
  await client.fetch('FETCH 1 BODY[]')
  assert.deepEqual(await client.search('SEARCH UNSEEN'), [1])
  await client.ok('CLOSE')
  await client.ok('SELECT INBOX')
  for (const line of ['STORE 1 +FLAGS (\\Deleted)', 'EXPUNGE', 'CREATE folder', 'DELETE INBOX', 'RENAME INBOX old']) {
    assert.equal((await client.command(line)).status, 'NO', line)
  }
  assert.equal((await client.append('INBOX', HELLO)).status, 'NO')
  assert.deepEqual(await subjects(server, inbox), ['Hello'])
})

test('a codes key cannot log in, nor can a key of another account', async () => {
  await getMail(server, 'mine@mayfly.test')
  const { key: codes } = await createKey(server, 'codes')
  const other = await server.createAccount('bob@elsewhere.test', 'free')
  const refused = async (key: string, localAddress: string): Promise<void> => {
    using client = await ImapClient.connect(server, { localAddress })
    await client.no('AUTHORIZATIONFAILED', `LOGIN mine@mayfly.test ${key}`)
  }
  // Each from where nobody failed before: the second failure from one place takes longer.
  await Promise.all([refused(codes, '127.0.0.2'), refused(other.api_key, '127.0.0.3')])
})

test('a revoked key ends its sessions with BYE, idle or not, and no others', async () => {
  const [doomed, other] = [await createKey(server, 'full'), await createKey(server, 'full')]
  using idle = await ImapClient.loggedIn(server, 'revoked@mayfly.test', doomed)
  await idle.ok('SELECT INBOX')
  await idle.idle()
  using waiting = await ImapClient.loggedIn(server, OWNER, doomed)
  using bystander = await ImapClient.loggedIn(server, 'revoked@mayfly.test', other)
  await callV1(server, 'DELETE', `/keys/${doomed.id}`)
  for (const client of [idle, waiting]) {
    const [last] = (await client.end()).slice(-1)
    assert.equal(last?.kind === 'status' && last.status, 'BYE')
  }
  await bystander.ok('NOOP')
})

test('log-in over STARTTLS and over TLS from the first byte', async () => {
  using upgraded = await ImapClient.connect(server)
  await upgraded.ok('STARTTLS')
  await upgraded.secure()
  const [after] = await upgraded.ok('CAPABILITY')
  assert.ok(after?.kind === 'CAPABILITY' && !after.text.includes('STARTTLS'))
  const plain = Buffer.from(`\0tls@mayfly.test\0${server.key}`).toString('base64')
  await upgraded.ok(`AUTHENTICATE PLAIN ${plain}`)
  using secure = await ImapClient.loggedIn(server, OWNER, { tls: true })
  await secure.ok('SELECT tls@mayfly.test')
})

test('mail is told of in IDLE, on both ports', async () => {
  const inbox = 'told@mayfly.test'
  for (const tls of [false, true]) {
    using client = await ImapClient.loggedIn(server, inbox, { tls })
    await client.ok('SELECT INBOX')
    const before = client.view?.count ?? 0
    const done = await client.idle()
    await sendMail(server, inbox, HELLO)
    assert.equal((await client.until('EXISTS')).number, before + 1)
    await done()
    await client.ok('LOGOUT')
  }
})

test('a stop finishes the command in hand and says BYE to everyone', async () => {
  await using own = await startServer()
  using idle = await ImapClient.reading(own, 'a@mayfly.test')
  await idle.idle()
  using busy = await ImapClient.loggedIn(own, 'a@mayfly.test')
  const tag = busy.begin(`APPEND INBOX {${HELLO.length}}`)
  await busy.until('+')
  own.signal('SIGTERM')
  const [bye] = await idle.end()
  assert.equal(bye?.kind === 'status' && bye.status, 'BYE')
  busy.write(`${HELLO}\r\n`)
  assert.equal((await busy.finish(tag)).status, 'OK')
  assert.equal(await own.exited, 0)
  await own.start()
  assert.deepEqual(await subjects(own, 'a@mayfly.test'), ['Hello'])
})
