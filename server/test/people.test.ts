import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

const OWNER = 'owner@mayfly.test'
const PASSWORD = 'correct horse battery'

interface Answer {
  readonly status: number
  readonly cookie: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly json: any
}

async function call(
  { httpUrl }: RunningServer,
  method: string,
  path: string,
  body?: object,
  cookie = '',
): Promise<Answer> {
  const answer = await fetch(`${httpUrl}/v1${path}`, {
    method,
    headers: { Origin: httpUrl, Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const set = answer.headers.get('set-cookie') ?? ''
  return { status: answer.status, cookie: set.split(';', 1)[0] ?? '', json: text === '' ? null : JSON.parse(text) }
}

/** The newest mail of an address, waited for. */
async function letterTo(server: RunningServer, email: string): Promise<Message> {
  const headers = { 'X-API-KEY': server.key }
  const answer = await fetch(`${server.httpUrl}/getMail?wait=20&email=${encodeURIComponent(email)}`, { headers })
  const [letter] = (await answer.json()) as Message[]
  assert.ok(letter, `no mail for ${email}`)
  return letter
}

test('the link of the first start signs in once, and what was done outlives a restart', async () => {
  await using server = await startServer({ key: null })
  const token = /\/welcome#token=([\w-]{43})\n/.exec(server.log)?.[1] ?? ''
  const first = await call(server, 'POST', '/session/link', { token })
  assert.equal(first.status, 201)
  assert.equal(first.json.user.email, 'owner@mayfly.test')
  assert.deepEqual([first.json.operator, first.json.user.password], [true, false])
  assert.equal((await call(server, 'POST', '/session/link', { token })).status, 401)
  const set = await call(server, 'POST', '/password', { new_password: PASSWORD }, first.cookie)
  assert.equal(set.status, 204)
  await server.restart({ samePorts: true })
  assert.doesNotMatch(server.log.split('"msg":"stopped"')[1] ?? '', /token=/)
  assert.equal((await call(server, 'GET', '/session', undefined, first.cookie)).status, 200)
  const again = await call(server, 'POST', '/session', { email: 'owner@mayfly.test', password: PASSWORD })
  assert.equal(again.status, 201)
})

test('a reset link from the command line gives a new password', async () => {
  await using server = await startServer()
  const reset = await server.command('admin', 'user', 'reset', '--email', 'OWNER@mayfly.test', '--json')
  assert.deepEqual([reset.code, reset.stderr], [0, ''])
  const { url, user_id } = JSON.parse(reset.stdout)
  const token = /^http:\/\/127\.0\.0\.1:\d+\/reset#token=([\w-]{43})$/.exec(url)?.[1] ?? ''
  assert.equal((await call(server, 'POST', '/password/reset', { token, new_password: PASSWORD })).status, 204)
  const signed = await call(server, 'POST', '/session', { email: 'owner@mayfly.test', password: PASSWORD })
  assert.equal(signed.json.user.id, user_id)
  const listed = JSON.parse((await server.command('admin', 'user', 'list', '--json')).stdout)
  assert.deepEqual(
    listed.map(({ email, role, password, totp }: Record<string, unknown>) => [email, role, password, totp]),
    [['owner@mayfly.test', 'owner', true, false]],
  )
  const plain = await server.command('admin', 'user', 'reset', '--email', 'owner@mayfly.test', '--totp')
  assert.match(plain.stdout, /once, within an hour:\nhttp/)
  const unknown = await server.command('admin', 'user', 'reset', '--email', 'nobody@mayfly.test')
  assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
  assert.match(unknown.stderr, /no user with the e-mail address nobody@mayfly\.test/)
})

test('codes and links go out by SMTP', async () => {
  await using server = await startServer()
  // It is its own mail server here, and says so once it knows its port.
  const env = {
    MAYFLY_OUTBOUND_SMTP_URL: `smtp://127.0.0.1:${server.smtpPort}?ignoreTLS=true`,
    MAYFLY_OUTBOUND_FROM: 'mayfly@example.com',
  }
  await server.restart({ samePorts: true, env })
  const email = 'new@mayfly.test'
  const asked = await call(server, 'POST', '/signup', { email, password: PASSWORD })
  assert.deepEqual([asked.status, asked.json, asked.cookie], [202, { status: 'code_sent' }, ''])
  const { from, text } = await letterTo(server, email)
  assert.equal(from, 'mayfly@example.com')
  const code = /Your code is (\d{6})/.exec(text)?.[1]
  const made = await call(server, 'POST', '/signup/confirm', { email, code })
  assert.deepEqual([made.status, made.json.outbound_mail], [201, true])
  await call(server, 'POST', '/password/forgot', { email: 'owner@mayfly.test' })
  const letter = await letterTo(server, 'owner@mayfly.test')
  const token = /\/reset#token=([\w-]{43})/.exec(letter.text)?.[1]
  const reset = await call(server, 'POST', '/password/reset', { token, new_password: PASSWORD })
  assert.equal(reset.status, 204)
  assert.doesNotMatch(server.log, new RegExp(`${token}|${code}`))
})

test('a closed sign-up is refused', async () => {
  await using server = await startServer({ env: { MAYFLY_SIGNUP: 'closed' } })
  const closed = await call(server, 'POST', '/signup', { email: 'a@b.test', password: PASSWORD })
  assert.deepEqual([closed.status, closed.json.code], [403, 'forbidden'])
})

test('a suspended account gets no mail until it is opened again', async () => {
  await using server = await startServer()
  const { account_id, api_key } = await server.createAccount('ann@people.test', 'plus')
  await fetch(`${server.httpUrl}/getMail?email=ann@mayfly.test`, { headers: { 'X-API-KEY': api_key } })
  const { url } = JSON.parse((await server.command('admin', 'user', 'reset', '--email', OWNER, '--json')).stdout)
  await call(server, 'POST', '/password/reset', { token: url.split('#token=')[1], new_password: PASSWORD })
  const { cookie } = await call(server, 'POST', '/session', { email: OWNER, password: PASSWORD })
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<bob@sender.test>')
  const suspend = (suspended: boolean) =>
    call(server, 'PATCH', `/operator/accounts/${account_id}`, { suspended }, cookie)
  assert.equal((await suspend(true)).status, 200)
  const refused = await client.expect(550, 'RCPT TO:<ann@mayfly.test>')
  assert.match(refused.text, /^5\.2\.1 /)
  const read = await fetch(`${server.httpUrl}/v1/account`, { headers: { 'X-API-KEY': api_key } })
  assert.equal(read.status, 403)
  await suspend(false)
  await client.expect(250, 'RCPT TO:<ann@mayfly.test>')
})
