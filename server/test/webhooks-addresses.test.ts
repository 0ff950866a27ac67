import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { assertProblem } from './support/get-mail.ts'
import { startServer } from './support/running-server.ts'
import { addWebhook, ask, BENCH, call, claimBox, sendTo } from './support/webhook-bench.ts'
import { answerWith, WebhookReceiver } from './support/webhook-receiver.ts'

const INNER_HOSTS = [
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  '[2001:db8::1]',
  'localhost',
  'hooks.localhost',
  'printer.local',
  'metadata.google.internal',
  'intranet',
]

const WRONG_URLS = [
  'http://example.com/',
  'ftp://example.com/',
  'javascript:alert(1)',
  'example.com',
  '',
  'https://user@example.com/',
  'https://user:word@example.com/',
  'https://example.com/#part',
  'https://example.com/#',
  'https://example.com:8443/',
  'https://exa mple.com/',
  'https://example.com/\r\nX-Evil: 1',
  'https:\\\\example.com',
  `https://example.com/${'a'.repeat(3_000)}`,
]

test('what leads inside, or is no plain https URL, is refused with its pointer, new and in a change', async () => {
  await using server = await startServer()
  const { id } = await addWebhook(server, 'https://example.com/hooks')
  for (const url of [...WRONG_URLS, ...INNER_HOSTS.map((host) => `https://${host}/`)]) {
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${id}`],
    ] as const) {
      const answer = await call(server, method, path, { body: { url } })
      const problem = await assertProblem(answer, 400, 'invalid_request')
      const { errors } = problem as unknown as { errors: { pointer: string; detail: string }[] }
      assert.deepEqual(
        errors.map(({ pointer }) => pointer),
        ['/url'],
        url,
      )
      assert.match(problem.detail, /^[A-Z].*\.$/)
    }
  }
  const { data } = await ask(server, 'GET', '/webhooks')
  assert.deepEqual(
    data.map(({ url }: { url: string }) => url),
    ['https://example.com/hooks'],
  )
})

test('a name that leads to this machine is not followed there', async () => {
  // Another network is open, so that names are not refused for their looks.
  const env = { MAYFLY_WEBHOOK_ALLOW_CIDRS: '192.0.2.0/24', MAYFLY_WEBHOOK_ALLOW_HTTP: '1' }
  await using server = await startServer({ env })
  await using receiver = await WebhookReceiver.listen()
  for (const host of ['localhost', 'hooks.localhost', 'LOCALHOST.']) {
    const { id } = await addWebhook(server, receiver.url('/', host))
    const { state, attempts } = await ask(server, 'POST', `/webhooks/${id}/test`)
    assert.deepEqual([state, attempts[0].error, attempts[0].status], ['failed', 'forbidden_address', null], host)
    assert.doesNotMatch(attempts[0].error_detail, /127\.0|::1/)
  }
  assert.equal(receiver.connections, 0)
})

test('what the operator closes is closed for endpoints that there are', async () => {
  await using server = await startServer({ env: { ...BENCH, MAYFLY_WEBHOOK_RETRY_SCHEDULE: '3600' } })
  await using receiver = await WebhookReceiver.listen()
  const { id } = await addWebhook(server, receiver.url())
  assert.equal((await ask(server, 'POST', `/webhooks/${id}/test`)).state, 'delivered')
  await server.restart({ env: { MAYFLY_WEBHOOK_ALLOW_CIDRS: '192.0.2.0/24' } })
  const { state, attempts } = await ask(server, 'POST', `/webhooks/${id}/test`)
  assert.equal(state, 'failed')
  assert.match(attempts[0].error, /^forbidden_(url|address)$/)
  assert.equal(receiver.received.length, 1)
})

test('a redirect to this machine is not followed', async () => {
  await using server = await startServer({ env: BENCH })
  await using target = await WebhookReceiver.listen()
  await using receiver = await WebhookReceiver.listen()
  const { id } = await addWebhook(server, receiver.url())
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer = answerWith(status, { Location: target.url() })
    const tested = await ask(server, 'POST', `/webhooks/${id}/test`)
    assert.deepEqual([tested.state, tested.attempts[0].status], ['rejected', status])
  }
  assert.equal(target.connections, 0)
})

test('without the plan there is no endpoint, and a mail makes no delivery', async () => {
  await using server = await startServer({ env: BENCH })
  for (const plan of ['free', 'plus']) {
    const { api_key: key } = await server.createAccount(`${plan}@owner.test`, plan)
    const refused = await call(server, 'POST', '/webhooks', { key, body: { url: 'https://example.com/' } })
    assert.match((await assertProblem(refused, 403, 'plan_required')).detail, /elite/)
    const address = `${plan}@mayfly.test`
    await ask(server, 'POST', '/inboxes', { key, body: { address } })
    await sendTo(server, 'hello', address)
    assert.deepEqual((await ask(server, 'GET', '/deliveries', { key })).data, [])
  }
  await claimBox(server)
  await addWebhook(server, 'https://example.com/')
  await ask(server, 'POST', '/webhooks', { body: { url: 'https://example.com/', inbox_filter: 'free@mayfly.test' } })
  using db = new DatabaseSync(join(server.dataDir, 'mayfly.db'), { readOnly: true, timeout: 5_000 })
  assert.equal(db.prepare('SELECT count(*) AS n FROM delivery').get()?.['n'], 0)
})
