import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Folder } from './support/folder.ts'
import { ImapClient } from './support/imap-client.ts'
import { type Finished, run } from './support/mayflyd-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

// Programs that people read their mail with. Each logs in, lists, reads, flags, finds and deletes in an inbox of its own.

const OWNER = 'owner@mayfly.test'

let server: RunningServer
let folder: Folder
before(async () => {
  server = await startServer()
  folder = new Folder()
})
after(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

/** An inbox of the owner's with three mails: one, two and three. */
async function inboxOfThree(address: string): Promise<string> {
  using client = await ImapClient.loggedIn(server, address)
  await client.ok('LOGOUT')
  using sender = await SmtpClient.greeted(server)
  for (const subject of ['one', 'two', 'three']) {
    const source = `From: ann@sender.test\r\nTo: ${address}\r\nSubject: ${subject}\r\n\r\nThis is ${subject}.`
    assert.equal((await sender.mail(address, source)).code, 250)
  }
  return address
}

/** By subject, the flags of what is there. */
async function flagsIn(address: string): Promise<Readonly<Record<string, readonly string[]>>> {
  using client = await ImapClient.reading(server, address)
  const rows = await client.fetch('FETCH 1:* (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])')
  return Object.fromEntries(
    rows.map(({ data }) => {
      const header = data.sections.get('BODY[HEADER.FIELDS (SUBJECT)]') ?? ''
      const flags = (data.flags ?? []).filter((flag) => flag !== '\\Recent')
      return [/^Subject: (\w+)/.exec(header)?.[1] ?? '', flags.toSorted()]
    }),
  )
}

/** A program with a home of its own, to its end. */
async function program(file: string, args: readonly string[], input = ''): Promise<Finished> {
  const env = { HOME: folder.path, TERM: 'xterm', LC_ALL: 'C.UTF-8' }
  const done = await run('timeout', ['60', file, ...args], input, env)
  assert.equal(done.code, 0, `${file}: ${done.stderr}${done.stdout}`)
  return done
}

/** Writes a file of settings that only we can read, as fetchmail insists. */
function settings(name: string, text: string): string {
  writeFileSync(folder.join(name), text, { mode: 0o600 })
  return folder.join(name)
}

test('curl', async () => {
  const inbox = await inboxOfThree('curl@mayfly.test')
  const user = ['-s', '-S', '-k', '--user', `${inbox}:${server.key}`]
  const plain = `imap://127.0.0.1:${server.imapPort}`
  const secure = `imaps://127.0.0.1:${server.imapsPort}`
  const curl = async (...args: string[]): Promise<string> => (await program('curl', [...user, ...args])).stdout
  assert.match(await curl(`${plain}/`), /^\* LIST \(\\HasNoChildren\) "\/" INBOX\r\n$/)
  assert.match(await curl(`${secure}/INBOX;MAILINDEX=2`), /^Subject: two\r\n\r\nThis is two\.\r\n$/m)
  assert.match(await curl('--ssl-reqd', `${plain}/INBOX;UID=3;SECTION=TEXT`), /^This is three\.\r\n$/)
  assert.equal(await curl(`${plain}/INBOX?SUBJECT%20two`), '* SEARCH 2\r\n')
  await curl(`${plain}/INBOX`, '-X', 'STORE 1 +FLAGS (\\Flagged)')
  await curl(`${secure}/INBOX`, '-X', 'STORE 2 +FLAGS (\\Deleted)')
  await curl(`${plain}/INBOX`, '-X', 'EXPUNGE')
  const upload = settings('upload', 'Subject: four\r\n\r\nBy curl\r\n')
  await curl('--upload-file', upload, `${plain}/INBOX`)
  const { four, ...others } = await flagsIn(inbox)
  assert.ok(four)
  assert.deepEqual(others, { one: ['\\Flagged'], three: ['\\Seen'] })
})

const IMAPLIB = `
import imaplib, json, os, smtplib, ssl
host, user, key, name = '127.0.0.1', os.environ['MAIL_USER'], os.environ['MAIL_KEY'], os.environ['MAIL_BOX']
if os.environ['MAIL_TLS'] == '1':
    context = ssl.create_default_context(cafile=os.environ['MAIL_CERT'])
    context.check_hostname = False
    mail = imaplib.IMAP4_SSL(host, int(os.environ['IMAPS_PORT']), ssl_context=context)
else:
    mail = imaplib.IMAP4(host, int(os.environ['IMAP_PORT']))
mail.login(user, key)
seen = {'list': [line.decode() for line in mail.list()[1]]}
mail.select(name)
seen['subjects'] = [part[1].decode() for part in mail.fetch('1:*', '(BODY.PEEK[HEADER.FIELDS (SUBJECT)])')[1] if isinstance(part, tuple)]
seen['found'] = mail.search(None, 'SUBJECT', '"two"')[1][0].decode()
mail.store('1', '+FLAGS', r'(\\Flagged work)')
mail.store('2', '+FLAGS', r'(\\Deleted)')
seen['expunged'] = mail.expunge()[1][0].decode()
tag = mail._new_tag()
mail.send(tag + b' IDLE\\r\\n')
assert mail.readline().startswith(b'+ ')
with smtplib.SMTP(host, int(os.environ['SMTP_PORT'])) as smtp:
    smtp.sendmail('bob@sender.test', [os.environ['MAIL_INBOX']], 'Subject: four\\r\\n\\r\\nHello')
seen['pushed'] = mail.readline().decode()
mail.send(b'DONE\\r\\n')
while not mail.readline().startswith(tag): pass
mail.logout()
print(json.dumps(seen))
`

for (const [how, byEmail] of [
  ['an address, without TLS', false],
  ['the sign-in e-mail, over TLS', true],
] as const) {
  test(`Python imaplib by ${how}`, async () => {
    const inbox = await inboxOfThree(`imaplib${byEmail ? 2 : 1}@mayfly.test`)
    const env = {
      ...{ MAIL_USER: byEmail ? OWNER : inbox, MAIL_KEY: server.key, MAIL_INBOX: inbox, MAIL_TLS: byEmail ? '1' : '0' },
      ...{ MAIL_BOX: byEmail ? inbox : 'INBOX', MAIL_CERT: join(server.dataDir, 'tls/cert.pem') },
      ...{ IMAP_PORT: `${server.imapPort}`, IMAPS_PORT: `${server.imapsPort}`, SMTP_PORT: `${server.smtpPort}` },
    }
    const { code, stdout, stderr } = await run('python3', ['-'], IMAPLIB, env)
    assert.equal(code, 0, stderr)
    const { list, subjects, found, expunged, pushed } = JSON.parse(stdout)
    assert.ok(list.some((line: string) => line.endsWith(byEmail ? inbox : 'INBOX')))
    assert.deepEqual(
      subjects,
      ['one', 'two', 'three'].map((subject) => `Subject: ${subject}\r\n\r\n`),
    )
    assert.deepEqual([found, expunged, pushed], ['2', '2', '* 3 EXISTS\r\n'])
    assert.deepEqual(await flagsIn(inbox), { one: ['\\Flagged', 'work'], three: [], four: [] })
  })
}

test('mutt, in batch mode, by the sign-in e-mail', async () => {
  const inbox = await inboxOfThree('mutt@mayfly.test')
  const read = folder.join('mutt-read')
  const file = settings(
    'muttrc',
    `set imap_delim_chars="/"
set imap_user="${OWNER}" imap_pass="${server.key}" folder="imap://127.0.0.1:${server.imapPort}/"
set spoolfile="+${inbox}" ssl_starttls=no ssl_force_tls=no delete=yes quit=yes wait_key=no mark_old=no pipe_decode=no
push "<limit>~f ann<enter><tag-pattern>~s three<enter><tag-prefix><pipe-message>cat > ${read}<enter><tag-prefix><clear-flag>N<delete-pattern>~s two<enter><first-entry><flag-message><sync-mailbox><quit>"
`,
  )
  // script lends it the terminal that it insists on.
  await program('script', ['-qec', `mutt -n -F ${file}`, '/dev/null'])
  assert.match(readFileSync(read, 'utf8'), /^Subject: three\n\nThis is three\.\n/m)
  assert.deepEqual(await flagsIn(inbox), { one: ['\\Flagged'], three: ['\\Seen'] })
})

const MBSYNC = (inbox: string, near: string): string => `IMAPAccount mayfly
Host 127.0.0.1
Port ${server.imapPort}
User ${inbox}
Pass ${server.key}
SSLType None
AuthMechs LOGIN

IMAPStore far
Account mayfly

MaildirStore near
Path ${near}/
Inbox ${near}/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Patterns *
Create Both
Expunge Both
SyncState *
`

/** The file of the mail with this subject in a maildir. */
function findInMaildir(maildir: string, subject: string): { folder: string; name: string } {
  for (const place of ['new', 'cur']) {
    for (const name of readdirSync(join(maildir, place))) {
      const source = readFileSync(join(maildir, place, name), 'utf8')
      if (new RegExp(`^Subject: ${subject}\r?$`, 'm').test(source)) return { folder: join(maildir, place), name }
    }
  }
  return assert.fail(`${subject} is not in ${maildir}`)
}

/** As a mail reader marks a mail in a maildir. */
function markInMaildir(maildir: string, subject: string, flags: string): void {
  const { folder, name } = findInMaildir(maildir, subject)
  renameSync(join(folder, name), join(maildir, 'cur', name.replace(/(?::2,.*)?$/, `:2,${flags}`)))
}

test('mbsync, both ways', async () => {
  const inbox = await inboxOfThree('mbsync@mayfly.test')
  const near = folder.join('mbsync')
  mkdirSync(near)
  const file = settings('mbsyncrc', MBSYNC(inbox, near))
  await program('mbsync', ['-c', file, 'all'])
  const maildir = join(near, 'INBOX')
  assert.equal(readdirSync(join(maildir, 'new')).length, 3)

  markInMaildir(maildir, 'one', 'FS')
  markInMaildir(maildir, 'two', 'T')
  for (const place of ['cur', 'new', 'tmp']) mkdirSync(join(near, 'Work', place), { recursive: true })
  writeFileSync(join(near, 'Work', 'cur', '1.local:2,S'), 'Subject: filed\n\nWritten here\n')
  await program('mbsync', ['-c', file, 'all'])
  assert.deepEqual(await flagsIn(inbox), { one: ['\\Flagged', '\\Seen'], three: [] })
  using client = await ImapClient.loggedIn(server, inbox)
  await client.ok('SELECT Work')
  const [filed] = await client.fetch('FETCH 1 (FLAGS BODY.PEEK[TEXT])')
  assert.equal(filed?.data.sections.get('BODY[TEXT]'), 'Written here\r\n')

  await client.ok('SELECT INBOX')
  await client.ok('STORE 2 +FLAGS (\\Deleted)')
  await client.ok('EXPUNGE')
  await program('mbsync', ['-c', file, 'all'])
  assert.throws(() => findInMaildir(maildir, 'three'))
  findInMaildir(maildir, 'one')
})

test('fetchmail takes the mail away, over STARTTLS', async () => {
  const inbox = await inboxOfThree('fetchmail@mayfly.test')
  const fetched = folder.join('fetched')
  const file = settings(
    'fetchmailrc',
    `poll 127.0.0.1 protocol IMAP port ${server.imapPort} auth password
user "${inbox}" password "${server.key}" sslproto "TLS1.2+" no sslcertck mda "cat >> ${fetched}"
`,
  )
  const pid = folder.join('fetchmail.pid')
  await program('fetchmail', ['-f', file, '--pidfile', pid, '--keep', '--limit', '10000'])
  assert.deepEqual(await flagsIn(inbox), { one: ['\\Seen'], two: ['\\Seen'], three: ['\\Seen'] })
  rmSync(fetched)
  await program('fetchmail', ['-f', file, '--pidfile', pid, '--all'])
  assert.deepEqual(readFileSync(fetched, 'utf8').match(/^Subject: \w+/gm), [
    ...['Subject: one', 'Subject: two', 'Subject: three'],
  ])
  assert.deepEqual(await flagsIn(inbox), {})
})

test('offlineimap, both ways, by the sign-in e-mail, over TLS', async () => {
  const inbox = await inboxOfThree('offlineimap@mayfly.test')
  const near = folder.join('offlineimap')
  const certificate = new X509Certificate(readFileSync(join(server.dataDir, 'tls/cert.pem')))
  const file = settings(
    'offlineimaprc',
    `[general]
accounts = mayfly
metadata = ${near}-state
ui = quiet
[Account mayfly]
localrepository = near
remoterepository = far
[Repository near]
type = Maildir
localfolders = ${near}
sep = /
[Repository far]
type = IMAP
remotehost = 127.0.0.1
remoteport = ${server.imapsPort}
remoteuser = ${OWNER}
remotepass = ${server.key}
ssl = yes
cert_fingerprint = ${certificate.fingerprint.replaceAll(':', '').toLowerCase()}
auth_mechanisms = LOGIN, PLAIN
folderfilter = lambda name: name in ['INBOX', '${inbox}']
`,
  )
  await program('offlineimap', ['-c', file, '-o'])
  const maildir = join(near, inbox)
  assert.equal(readdirSync(join(maildir, 'new')).length, 3)
  markInMaildir(maildir, 'one', 'FS')
  const { folder: place, name } = findInMaildir(maildir, 'two')
  rmSync(join(place, name))
  await program('offlineimap', ['-c', file, '-o'])
  assert.deepEqual(await flagsIn(inbox), { one: ['\\Flagged', '\\Seen'], three: [] })
})
