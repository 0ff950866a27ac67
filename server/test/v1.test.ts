import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'
import { waitUntil, within } from './support/wait-until.ts'

const OTP = 'From: Shop <no-reply@shop.test>\r\nSubject: Your sign-in\r\n\r\nYour verification code is 482913.\r\n'

function ask(server: RunningServer, path: string, init: RequestInit = {}, key = server.key): Promise<Response> {
  const headers = { 'x-api-key': key, ...(init.body !== undefined && { 'content-type': 'application/json' }) }
  return fetch(`${server.httpUrl}${path}`, { ...init, headers: { ...headers, ...init.headers } })
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
async function json(response: Promise<Response>): Promise<any> {
  const answer = await response
  assert.ok(answer.ok, `${answer.status} ${answer.url}`)
  return answer.json()
}

test('an inbox is made, a mail comes by SMTP, and one call returns its code', async () => {
  await using server = await startServer()
  const { address } = await json(ask(server, '/v1/inboxes', { method: 'POST', body: '{}' }))
  const waiting = json(ask(server, `/v1/inboxes/${encodeURIComponent(address)}/wait?has=code&timeout=20`))
  await sendMail(server, address, OTP)
  const { status, messages } = await within('the wait', waiting)
  assert.equal(status, 'received')
  assert.equal(messages[0].codes[0].value, '482913')
  assert.equal(messages[0].from, 'no-reply@shop.test')
  const source = await ask(server, `/v1/messages/${messages[0].id}/raw`)
  assert.match(await source.text(), /^Return-Path: .*\r\nReceived: [\s\S]*482913/)
})

test('a wait that ends without its mail says what came close', async () => {
  await using server = await startServer()
  const address = 'late@mayfly.test'
  await json(ask(server, '/v1/inboxes', { method: 'POST', body: JSON.stringify({ address }) }))
  await sendMail(server, address, OTP)
  const path = `/v1/inboxes/${encodeURIComponent(address)}/wait?subject=invoice&timeout=0`
  const { status, near_misses } = await json(ask(server, path))
  assert.equal(status, 'timeout')
  assert.deepEqual(
    near_misses.map(({ subject, failed }: { subject: string; failed: string[] }) => [subject, failed]),
    [['Your sign-in', ['subject']]],
  )
})

test('a mail that is too large for the plan is named by the wait', async () => {
  await using server = await startServer()
  const { api_key: key } = await server.createAccount('small@owner.test', 'free')
  const address = 'small@mayfly.test'
  await json(ask(server, '/v1/inboxes', { method: 'POST', body: JSON.stringify({ address }) }, key))
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<big@shop.test> SIZE=20000000')
  await client.expect('552 5.3.4', `RCPT TO:<${address}>`)
  const path = `/v1/inboxes/${encodeURIComponent(address)}/wait?timeout=0`
  const { refused } = await json(ask(server, path, {}, key))
  assert.equal(refused.length, 1)
  assert.equal(refused[0].from, 'big@shop.test')
  assert.match(refused[0].reason, /^552 5\.3\.4/)
})

test('a key for codes has the code and nothing of the text', async () => {
  await using server = await startServer()
  const address = 'agent@mayfly.test'
  await json(ask(server, '/v1/inboxes', { method: 'POST', body: JSON.stringify({ address }) }))
  const body = JSON.stringify({ name: 'agent', scope: 'codes' })
  const { key } = await json(ask(server, '/v1/keys', { method: 'POST', body }))
  await sendMail(server, address, OTP)
  const { messages } = await json(ask(server, `/v1/inboxes/${encodeURIComponent(address)}/wait`, {}, key))
  assert.deepEqual(Object.keys(messages[0]).sort(), [
    'codes',
    'date',
    'from',
    'id',
    'inbox',
    'inbox_id',
    'links',
    'seq',
  ])
  assert.equal(messages[0].codes[0].value, '482913')
  for (const path of [
    `/v1/messages/${messages[0].id}/raw`,
    `/v1/messages/${messages[0].id}/html`,
    `/getMail?email=${address}`,
  ]) {
    await assertProblem(await ask(server, path, {}, key), 403, 'forbidden')
  }
})

test('a wait for an inbox that is deleted meanwhile ends at once', async () => {
  await using server = await startServer()
  const path = `/v1/inboxes/${encodeURIComponent('gone@mayfly.test')}`
  const waiting = [ask(server, `${path}/wait?timeout=55`), ask(server, '/getMail?email=gone@mayfly.test&wait=55')]
  await waitUntil('both wait', async () => (await json(ask(server, '/v1/account'))).usage.open_waits === 2)
  assert.equal((await ask(server, path, { method: 'DELETE' })).status, 204)
  for (const answer of await within('the waits', Promise.all(waiting))) await assertProblem(answer, 404, 'not_found')
})

test('1,000 waiters on 1,000 inboxes each have their mail', async () => {
  await using server = await startServer()
  const addresses = Array.from({ length: 1_000 }, (_, i) => `w${i}@mayfly.test`)
  const waits = addresses.map((address) =>
    json(ask(server, `/v1/inboxes/${encodeURIComponent(address)}/wait?timeout=55`)),
  )
  const clients = await Promise.all(Array.from({ length: 10 }, () => SmtpClient.greeted(server)))
  await Promise.all(
    clients.map(async (client, lane) => {
      using own = client
      for (const address of addresses.filter((_, i) => i % 10 === lane)) {
        assert.equal((await own.mail(address, `Subject: ${address}\r\n\r\nhello\r\n`)).code, 250)
      }
    }),
  )
  const answers = await within('the waits', Promise.all(waits), 60_000)
  answers.forEach(({ status, messages }, i) => {
    assert.equal(status, 'received')
    assert.equal(messages[0].subject, addresses[i])
  })
})
