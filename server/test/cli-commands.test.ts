import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { MayflyUser } from './support/mayfly-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'

let server: RunningServer
let user: MayflyUser

before(async () => {
  server = await startServer({ env: { MAYFLY_WEBHOOK_ALLOW_HTTP: '1', MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  user = new MayflyUser(server)
})

after(async () => {
  user?.[Symbol.dispose]()
  await server?.[Symbol.asyncDispose]()
})

/** What it prints on standard output, and nothing on standard error but notes. */
async function text(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await user.run(args)
  assert.equal(code, 0, stderr)
  return stdout
}

/** With --json: one document, and standard error stays empty. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await user.run([...args, '--json'])
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

async function refused(exitCode: number, complaint: RegExp, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await user.run(args)
  assert.deepEqual([code, stdout], [exitCode, ''], stderr)
  assert.match(stderr, complaint)
  assert.match(stderr, /^mayfly: [^\n]+\n$/, 'one line')
}

/** Where nobody listens any more. */
async function deadUrl(): Promise<string> {
  const passing = createServer()
  await new Promise<void>((resolve) => passing.listen(0, '127.0.0.1', resolve))
  const { port } = passing.address() as AddressInfo
  await new Promise((resolve) => passing.close(resolve))
  return `http://127.0.0.1:${port}`
}

const OTP = ['From: Acme <otp@acme.test>', 'Subject: Your code', '', 'Your verification code is 482913.'].join('\r\n')

test('inbox new, list, rm', async () => {
  const address = (await text('inbox', 'new')).trim()
  assert.match(address, /^\S+@mayfly\.test$/)
  const made = await json('inbox', 'new', 'named@mayfly.test', '--label', 'For tests', '--ttl', '1h')
  assert.deepEqual([made.address, made.label, made.message_count], ['named@mayfly.test', 'For tests', 0])
  const lives = Date.parse(made.expires_at) - Date.parse(made.created_at)
  assert.ok(Math.abs(lives - 3_600_000) < 10_000, String(lives))
  assert.match(
    await text('inbox', 'list'),
    /^ADDRESS +MAILS +UNREAD +LAST MAIL +LABEL\n(?:.*\n)*named@mayfly\.test +0 +0 +never +For tests\n/,
  )
  const addresses = async () => (await json('inbox', 'list')).map((inbox: { address: string }) => inbox.address)
  assert.deepEqual((await addresses()).sort(), [address, 'named@mayfly.test'].sort())
  assert.equal(await text('inbox', 'rm', address), '')
  assert.deepEqual(await json('inbox', 'rm', 'named@mayfly.test'), { deleted: ['named@mayfly.test'] })
  assert.deepEqual(await addresses(), [])
  const none = await user.run(['inbox', 'list'])
  assert.deepEqual([none.stdout, none.stderr], ['', 'No inbox yet. Make one: mayfly inbox new\n'])
  await refused(1, /no inbox|not/i, 'inbox', 'rm', address)
})

test('mail list, show, raw, rm', async () => {
  const inbox = 'reader@mayfly.test'
  await sendMail(server, inbox, OTP)
  await sendMail(server, inbox, 'Subject: Other\r\n\r\nNothing here.\r\n')
  const listed = await json('mail', 'list', inbox)
  assert.deepEqual(
    listed.map((mail: { subject: string }) => mail.subject),
    ['Other', 'Your code'],
  )
  const [{ id: other }, { id }] = listed
  const rows = (await text('mail', 'list', inbox, '--has', 'code')).trim().split('\n')
  assert.equal(rows.length, 2)
  assert.match(rows[1] ?? '', new RegExp(`^${id} +\\S+ \\S+ +otp@acme\\.test +482913 +Your code$`))
  assert.equal((await json('mail', 'list', inbox, '--limit', '1')).length, 1)
  const shown = await text('mail', 'show', id)
  assert.match(
    shown,
    /^From +Acme <otp@acme\.test>\n(?:.*\n)*Code +482913\n(?:.*\n)*\nYour verification code is 482913\.\n$/,
  )
  assert.equal((await json('mail', 'show', inbox)).id, other, 'an address is its newest')
  assert.ok((await text('mail', 'raw', id)).endsWith(`${OTP}\r\n`))
  const raw = await json('mail', 'raw', id)
  assert.ok(Buffer.from(raw.source, 'base64').toString().endsWith(`${OTP}\r\n`))
  assert.deepEqual(await json('mail', 'rm', id), { deleted: [id] })
  await text('mail', 'rm', other)
  assert.deepEqual(await json('mail', 'list', inbox), [])
  await refused(1, /no mail in reader@mayfly\.test yet.*mayfly wait/, 'mail', 'show', inbox)
  await refused(1, /./, 'mail', 'show', id)
})

test('wait gives the message; code the code alone', async () => {
  const inbox = 'waiter@mayfly.test'
  const waiting = user.run(['wait', inbox, '--from', 'acme', '--subject', 'code', '--timeout', '20s'])
  const coding = user.run(['code', inbox, '--timeout', '20s'])
  await sendMail(server, inbox, 'From: noise@other.test\r\nSubject: Noise\r\n\r\n')
  await sendMail(server, inbox, OTP)
  assert.match((await waiting).stdout, /^From +Acme <otp@acme\.test>\n/)
  const { code, stdout, stderr } = await coding
  assert.deepEqual([code, stdout, stderr], [0, '482913\n', ''])
  const received = await json('wait', inbox, '--subject', 'code')
  assert.deepEqual([received.status, received.messages[0].codes[0].value], ['received', '482913'])
  const asked = await json('code', inbox)
  assert.deepEqual([asked.code, asked.from, asked.message_id], ['482913', 'otp@acme.test', received.messages[0].id])
  assert.equal((await json('wait', inbox, '--count', '2')).messages.length, 2)
})

test('a wait in vain exits with 3, and explains itself', async () => {
  const inbox = 'vain@mayfly.test'
  await sendMail(server, inbox, OTP)
  const args = ['wait', inbox, '--subject', 'invoice', '--timeout', '0.2']
  const plain = await user.run(args)
  assert.deepEqual([plain.code, plain.stdout], [3, ''])
  assert.match(
    plain.stderr,
    /^mayfly: No matching mail for vain@mayfly\.test within 0\.2 s\.\n.*did not match subject.*Your code/,
  )
  const asJson = await user.run([...args, '--json'])
  const { status, messages, near_misses } = JSON.parse(asJson.stdout)
  assert.deepEqual([asJson.code, status, messages, near_misses[0].failed], [3, 'timeout', [], ['subject']])
  const none = await user.run(['code', 'nothing@mayfly.test', '--timeout', '0'])
  assert.deepEqual([none.code, none.stdout], [3, ''])
})

test('send, through the API and by SMTP', async () => {
  const inbox = 'receiver@mayfly.test'
  assert.match(await text('send', inbox), /^Put into receiver@mayfly\.test: msg_/)
  assert.match((await text('code', inbox)).trim(), /^\d{6}$/)
  const smtp = ['--smtp', `127.0.0.1:${server.smtpPort}`]
  const said = [
    '--from',
    'me@here.test',
    '--subject',
    'Grüße aus Köln, mit 日本語 und einem sehr langen Betreff',
    '--text',
    '.dots\n..and ümläuts',
  ]
  assert.match((await json('send', inbox, ...smtp, ...said)).reply, /^250 /)
  const message = await json('wait', inbox, '--from', 'me@here.test')
  assert.deepEqual([message.messages[0].subject, message.messages[0].text.trim()], [said[3], said[5]])
  const file = await user.run(['send', inbox, '--file', '-', ...smtp], 'Subject: From a pipe\n\n.\nafter the dot\n')
  assert.equal(file.code, 0, file.stderr)
  const piped = await json('wait', inbox, '--subject', 'pipe')
  assert.equal(piped.messages[0].text.replaceAll('\r\n', '\n').trimEnd(), '.\nafter the dot')
  await refused(1, /refused the recipient x@elsewhere\.test: 550 /, 'send', 'x@elsewhere.test', ...smtp)
  await refused(1, /No SMTP at 127\.0\.0\.1:1 \(ECONNREFUSED\)/, 'send', inbox, '--smtp', '127.0.0.1:1')
  await refused(1, /nowhere\.eml cannot be read \(ENOENT\)/, 'send', inbox, '--file', 'nowhere.eml')
  await refused(2, /--subject must be one line/, 'send', inbox, '--subject', 'a\nBcc: b@c.test')
})

test('webhook new, list, test, log, resume', async () => {
  const statuses = [200, 500]
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statuses.shift() ?? 200).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const made = await json(
      'webhook',
      'new',
      url,
      '--event',
      'message.received',
      'inbox.created',
      '--description',
      'CI',
    )
    assert.match(made.secret, /^whsec_/)
    assert.deepEqual(made.events, ['message.received', 'inbox.created'])
    assert.match(await text('webhook', 'new', `${url}two`), /^Id +whk_\S+\nSecret +whsec_\S+\n$/)
    assert.match(
      await text('webhook', 'list'),
      new RegExp(`${made.id} +active +0 +message\\.received,inbox\\.created +${url}\n`),
    )
    assert.equal((await json('webhook', 'list')).length, 2)
    assert.match(await text('webhook', 'test', made.id), /^delivered: status 200 in \d+ ms\n$/)
    const failed = await user.run(['webhook', 'test', made.id, '--json'])
    assert.deepEqual([failed.code, JSON.parse(failed.stdout).attempts[0].status], [1, 500])
    assert.match(await text('webhook', 'log', made.id), /test\.ping +delivered +1 +status 200 in \d+ ms\n/)
    assert.equal((await json('webhook', 'log', '--limit', '1')).length, 1)
    assert.equal(await text('webhook', 'resume', made.id), `${made.id} is active.\n`)
    assert.equal((await json('webhook', 'resume', made.id, '--drop')).state, 'active')
  } finally {
    receiver.close()
  }
  await refused(1, /./, 'webhook', 'test', 'whk_none')
})

test('key new, list, revoke; a revoked key is told what to do', async () => {
  const key = (await text('key', 'new', 'ci')).trim()
  assert.match(key, /^tk_[0-9A-Za-z]{36}$/)
  const agent = await json('key', 'new', 'agent', '--scope', 'codes')
  assert.equal(agent.scope, 'codes')
  const listed = await json('key', 'list')
  const { id } = listed.find(({ name }: { name: string }) => name === 'ci')
  assert.match(await text('key', 'list'), new RegExp(`${id} +tk_…${key.slice(-4)} +full +never +ci\n`))
  using other = new MayflyUser({ httpUrl: server.httpUrl, key })
  assert.equal((await other.run(['whoami'])).code, 0)
  assert.equal(await text('key', 'revoke', id), `Revoked ${id}.\n`)
  assert.deepEqual(await json('key', 'revoke', agent.id), { revoked: agent.id })
  for (;;) {
    // A revocation holds within a second.
    const { code, stderr } = await other.run(['whoami'])
    if (code === 0) continue
    assert.match(stderr, /^mayfly: The key in MAYFLY_API_KEY was revoked\. Set it to a valid one.*\n$/)
    break
  }
})

test('whoami and config', async () => {
  const { account, url, token_from } = await json('whoami')
  assert.deepEqual([account.plan, url, token_from], ['team', server.httpUrl, 'MAYFLY_API_KEY'])
  assert.match(await text('whoami'), new RegExp(`^Server +${server.httpUrl}\nAccount +acc_\\S+\nPlan +team\n`))
  const shown = await json('config')
  assert.deepEqual([shown.url_from, shown.config_file], ['MAYFLY_URL', user.configFile])
  const plain = await text('config', '--url', 'http://localhost:1/')
  assert.match(plain, /^Server +http:\/\/localhost:1 \(--url\)\nToken +tk_…\w{4} \(MAYFLY_API_KEY\)\n/)
  assert.ok(!plain.includes(server.key))
})

test('open prints the page where there is no browser', async () => {
  const url = `${server.httpUrl}/inboxes/a%2Bb@mayfly.test`
  assert.equal(await text('open', 'a+b@mayfly.test'), `${url}\n`)
  assert.deepEqual(await json('open', 'a+b@mayfly.test'), { url, opened: false })
  await refused(2, /is no inbox\. Type: mayfly open name@domain/, 'open', 'nonsense')
})

test('what is wrong is one line that says what to type', async () => {
  await refused(2, /Unknown command 'inbx'\. Did you mean inbox\?/, 'inbx')
  await refused(2, /Unknown command 'nwe'\. Did you mean new\?/, 'inbox', 'nwe')
  await refused(2, /mayfly inbox needs one of these after it: new, list, rm\./, 'inbox')
  await refused(2, /Missing required argument 'address'\. Type: mayfly wait \[options\] <address>/, 'wait')
  await refused(2, /Unknown option '--tmeout'\. Did you mean --timeout\?/, 'wait', 'a@mayfly.test', '--tmeout', '3')
  await refused(2, /Give seconds, such as 30/, 'wait', 'a@mayfly.test', '--timeout', 'soon')
  await refused(2, /Allowed choices are code, link, attachment/, 'mail', 'list', 'a@mayfly.test', '--has', 'joy')
  await refused(2, /is not an e-mail address/, 'wait', 'nonsense')
  await refused(2, /--url is "nowhere"/, 'whoami', '--url', 'nowhere')
  await refused(2, /since/, 'mail', 'list', 'a@mayfly.test', '--since', 'yesterday')
  await refused(1, /service's domains|mayfly\.test/, 'wait', 'a@elsewhere.test')
})

test('no network is a sentence; a stack is for --debug alone', async () => {
  const url = await deadUrl()
  const lost = await user.run(['whoami', '--url', url])
  assert.deepEqual([lost.code, lost.stdout], [1, ''])
  assert.match(
    lost.stderr,
    /^mayfly: http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. .* --url or in MAYFLY_URL\.\n$/,
  )
  const debugged = await user.run(['whoami', '--url', url, '--debug'])
  assert.match(debugged.stderr, /debug: GET \/v1\/account\n(?:.*\n)*\s+at /)
  const wanting = await user.run(['mail', 'show', 'msg_none', '--debug'])
  assert.match(wanting.stderr, /debug: GET \/v1\/messages\/msg_none: 404 in \d+ ms, req_/)
  assert.ok(!wanting.stderr.includes(server.key))
})

test('help is an answer', async () => {
  for (const args of [[], ['--help'], ['help'], ['wait', '-h'], ['help', 'inbox'], ['inbox', 'new', '--help']]) {
    assert.match(await text(...args), /^Usage: mayfly /)
  }
  assert.match(await text('--version'), /^\d+\.\d+\.\d+\n$/)
  using broken = new MayflyUser({ httpUrl: server.httpUrl, key: 'nonsense' })
  const { code, stderr } = await broken.run(['inbox', 'list'])
  assert.equal(code, 1)
  assert.match(stderr, /^mayfly: The key in MAYFLY_API_KEY is no API key: those begin with tk_ or tkc_\./)
})

test('each shell gets its completion', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await text('completion', shell)
    assert.deepEqual(await json('completion', shell), { shell, script: script.trimEnd() })
  }
  await refused(2, /Allowed choices are bash, zsh, fish/, 'completion', 'csh')
})
