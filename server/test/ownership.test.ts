import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { newKeyText } from '../src/domain/api-key.ts'
import { Folder } from './support/folder.ts'
import { askMail, assertProblem, getMail } from './support/get-mail.ts'
import { type Account, type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const folder = new Folder()
let server: RunningServer
let stranger: Account

before(async () => {
  const plansFile = folder.join('plans.json')
  writeFileSync(plansFile, JSON.stringify({ free: { inboxes: 2 }, plus: { requests_per_minute: 3 } }))
  server = await startServer({ env: { MAYFLY_PLANS_FILE: plansFile } })
  stranger = await server.createAccount('stranger@elsewhere.test', 'free')
})
after(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

test('an inbox is of the account that read it first, and another learns nothing about it', async () => {
  assert.equal((await sendMail(server, 'mine@mayfly.test', 'Subject: private\r\n\r\n')).code, 250)
  assert.equal((await getMail(server, 'mine@mayfly.test')).length, 1)
  await getMail(server, 'mine-and-empty@mayfly.test')
  const details = new Set<string>()
  for (const address of ['mine@mayfly.test', 'MINE@Mayfly.TEST', 'mine-and-empty@mayfly.test']) {
    const answer = await askMail(server, address, stranger.api_key)
    details.add((await assertProblem(answer, 403, 'inbox_taken')).detail)
  }
  assert.equal(details.size, 1)
  assert.equal((await askMail(server, 'mine+tag@mayfly.test', stranger.api_key)).status, 200)
})

test('without a key of this service nothing is answered', async () => {
  const lastChanged = server.key.slice(0, -1) + (server.key.endsWith('0') ? '1' : '0')
  const missing = await askMail(server, 'mine@mayfly.test', null)
  assert.match(missing.headers.get('www-authenticate') ?? '', /Bearer/)
  await assertProblem(missing, 401, 'missing_key')
  for (const key of ['tk_', 'wrong', lastChanged, newKeyText(), newKeyText('tkc_')]) {
    const answer = await askMail(server, 'mine@mayfly.test', key)
    assert.match(answer.headers.get('www-authenticate') ?? '', /Bearer/)
    await assertProblem(answer, 401, 'invalid_key')
  }
})

test('a key that is revoked while the server runs is refused within a second', async () => {
  const args = ['--account', stranger.account_id, '--name', 'short-lived', '--json']
  const made = await server.command('admin', 'key', 'create', ...args)
  const { key_id, api_key } = JSON.parse(made.stdout)
  const ask = (): Promise<Response> => askMail(server, 'revoked@mayfly.test', api_key)
  assert.equal((await ask()).status, 200)
  assert.equal((await server.command('admin', 'key', 'revoke', key_id)).code, 0)
  const refused = await waitUntil(
    'the key is refused',
    async () => {
      const answer = await ask()
      return answer.status === 401 && answer
    },
    1_000,
  )
  await assertProblem(refused, 401, 'revoked_key')
  assert.equal((await askMail(server, 'revoked@mayfly.test', stranger.api_key)).status, 200)
})

test('what is no address, or one on a foreign domain, is refused and not claimed', async () => {
  for (const address of ['', 'plain', '@mayfly.test', 'a b@mayfly.test', 'a@', 'a@[127.0.0.1]', 'a\r\nb@mayfly.test']) {
    await assertProblem(await askMail(server, address), 400, 'invalid_address')
  }
  await assertProblem(
    await fetch(`${server.httpUrl}/getMail`, { headers: { 'X-API-KEY': server.key } }),
    400,
    'invalid_request',
  )
  for (const address of ['a@elsewhere.test', 'a@sub.mayfly.test', 'a@mayfly.test.elsewhere.test']) {
    await assertProblem(await askMail(server, address), 422, 'foreign_domain')
  }
})

test('the inbox after the last of the plan is refused, and the detail names the plan that has more', async () => {
  const { api_key } = await server.createAccount('capped@elsewhere.test', 'free')
  for (const name of ['first', 'second'])
    assert.equal((await askMail(server, `${name}@mayfly.test`, api_key)).status, 200)
  const { detail } = await assertProblem(
    await askMail(server, 'third@mayfly.test', api_key),
    403,
    'inbox_limit_reached',
  )
  assert.match(detail, /plus/)
  assert.equal((await askMail(server, 'first@mayfly.test', api_key)).status, 200)
})

test('the request after the last of the minute is refused with a time to come back', async () => {
  const { api_key } = await server.createAccount('hasty@elsewhere.test', 'plus')
  for (const left of [2, 1, 0]) {
    const answer = await askMail(server, 'hasty@mayfly.test', api_key)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=3;w=60')
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"default";r=${left};t=\\d+$`))
  }
  const refused = await askMail(server, 'hasty@mayfly.test', api_key)
  const retryAfter = Number(refused.headers.get('retry-after'))
  assert.ok(retryAfter >= 1 && retryAfter <= 60, `Retry-After: ${retryAfter}`)
  await assertProblem(refused, 429, 'rate_limited')
  // The others have a count of their own.
  assert.equal((await askMail(server, 'mine@mayfly.test')).status, 200)
})
