import assert from 'node:assert/strict'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { INBOX, openScene, type Scene, type SceneOptions, until } from '../http/test-mail.ts'
import { McpFront } from './mcp-front.ts'

/** A scene with /mcp. */
async function openMcp(t: TestContext, options: SceneOptions = {}): Promise<Scene & { readonly mcp: McpFront }> {
  let mcp: McpFront | null = null
  const door = { answer: (call: Parameters<McpFront['answer']>[0]) => (mcp as McpFront).answer(call) }
  const scene = await openScene(t, { ...options, front: { mcp: door, ...options.front } })
  mcp = new McpFront({ mail: scene.mail, log: scene.log.logger, version: '0.0.0' })
  return Object.assign(scene, { mcp })
}

const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function post(scene: Scene, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${scene.url}/mcp`, {
    method: 'POST',
    headers: { ...TYPES, 'x-api-key': scene.key, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function calling(name: string, args: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}

/** The messages of an answer that is a stream. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
async function messagesOf(response: Response): Promise<any[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
async function resultOf(response: Response): Promise<any> {
  return (await messagesOf(response)).at(-1).result
}

/** With a Host of our choice, which fetch does not allow. */
function statusWithHost(scene: Scene, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { ...TYPES, 'x-api-key': scene.key, host }
  const asked = request(`${scene.url}/mcp`, { method: 'POST', headers }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
  asked.on('error', reject)
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
  return promise
}

async function problemOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code]
}

test('who has no key, a wrong one or only a cookie is told how to get in', async (t) => {
  const scene = await openMcp(t)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  for (const [headers, code] of [
    [{}, 'missing_key'],
    [{ cookie: 'mayfly_session=abc' }, 'missing_key'],
    [{ authorization: 'Basic abc' }, 'missing_key'],
    [{ authorization: 'Bearer tk_wrong' }, 'invalid_key'],
    [{ 'x-api-key': 'tk_wrong' }, 'invalid_key'],
  ] as const) {
    const answer = await fetch(`${scene.url}/mcp`, { method: 'POST', headers: { ...TYPES, ...headers }, body: ping })
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="mayfly"/)
    assert.deepEqual(await problemOf(answer), [401, code])
  }
})

test('a key opens it as a Bearer token too, and its answer carries the rate', async (t) => {
  const scene = await openMcp(t)
  const headers = { ...TYPES, authorization: `Bearer ${scene.key}` }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const answer = await fetch(`${scene.url}/mcp`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('ratelimit'), '"default";r=119;t=60')
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  assert.deepEqual(await resultOf(answer), {})
})

test('a page of another site is refused, and one of our own is not', async (t) => {
  const scene = await openMcp(t)
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1.evil.test', `${scene.url}0`]) {
    assert.deepEqual(await problemOf(await post(scene, ping, { origin })), [403, 'csrf'])
  }
  assert.equal((await post(scene, ping, { origin: scene.url })).status, 200)
})

test('a name that somebody else has pointed here is refused', async (t) => {
  const scene = await openMcp(t, { front: { baseUrl: 'https://mail.example' } })
  for (const host of ['evil.test', 'mail.example.evil.test', '127.0.0.1.evil.test', 'localhost.evil.test', 'a b']) {
    assert.equal(await statusWithHost(scene, host), 403, host)
  }
  for (const host of ['mail.example', 'MAIL.example:443', 'localhost:8025', '127.0.0.1', '[::1]:8025', '192.168.1.5']) {
    assert.equal(await statusWithHost(scene, host), 200, host)
  }
})

test('other methods, other types and other bodies are refused', async (t) => {
  const scene = await openMcp(t)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${scene.url}/mcp`, { method, headers: { 'x-api-key': scene.key } })
    assert.equal(answer.headers.get('allow'), 'POST')
    assert.deepEqual(await problemOf(answer), [405, 'method_not_allowed'])
  }
  assert.deepEqual(await problemOf(await post(scene, '{}', { 'content-type': 'text/plain' })), [
    415,
    'unsupported_media_type',
  ])
  assert.deepEqual(await problemOf(await post(scene, 'x'.repeat(65 * 1024))), [413, 'too_large'])
  for (const [body, code] of [
    ['{"jsonrpc"', -32700],
    ['', -32700],
    ['null', -32600],
    ['7', -32600],
    ['[]', -32600],
    ['{}', -32600],
  ] as const) {
    const answer = await post(scene, body)
    assert.equal(answer.status, 400, body)
    assert.equal(((await answer.json()) as { error: { code: number } }).error.code, code, body)
  }
})

test('depth does no harm', async (t) => {
  const scene = await openMcp(t)
  const depth = 30_000
  const inbox = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const params = `{"name":"wait_for_message","arguments":{"inbox":${inbox}},"_meta":{"a":0}}`
  for (const body of [
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params.replace('"a":0', `"a":${inbox}`).replace(inbox, '7')}}`,
  ]) {
    const { isError, content } = await resultOf(await post(scene, body))
    assert.equal(isError, true)
    assert.match(content[0].text, /inbox/)
  }
})

test('each message of a batch counts, and a long batch is refused', async (t) => {
  const scene = await openMcp(t, { limits: { requests_per_minute: 10 } })
  const pings = (count: number) => Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  const six = await post(scene, pings(6))
  assert.equal(six.status, 200)
  assert.equal((await messagesOf(six)).length, 6)
  assert.equal((await post(scene, pings(21))).status, 400)
  assert.deepEqual(await problemOf(await post(scene, pings(6))), [429, 'rate_limited'])
})

test('a batch of waits is one answer with all of theirs', async (t) => {
  const scene = await openMcp(t, { plan: 'team' })
  const warnings: Error[] = []
  const note = (warning: Error): number => warnings.push(warning)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const waits = Array.from({ length: 20 }, (_, id) => calling('wait_for_message', { inbox: INBOX }, id))
  const waiting = post(scene, waits)
  await scene.openWaits(20)
  await scene.deliver()
  const answers = await messagesOf(await waiting)
  assert.deepEqual(new Set(answers.map(({ result }) => result.structuredContent.status)), new Set(['received']))
  assert.equal(answers.length, 20)
  await scene.openWaits(0)
  assert.deepEqual(warnings, [])
})

test('over the rate there is a 429 that says when', async (t) => {
  const scene = await openMcp(t, { limits: { requests_per_minute: 1 } })
  await post(scene, { jsonrpc: '2.0', id: 1, method: 'ping' })
  const answer = await post(scene, { jsonrpc: '2.0', id: 1, method: 'ping' })
  assert.equal(answer.headers.get('retry-after'), '60')
  assert.deepEqual(await problemOf(answer), [429, 'rate_limited'])
})

test('over the open waits a tool says so to the model', async (t) => {
  const scene = await openMcp(t, { limits: { open_waits: 1 } })
  const first = post(scene, calling('wait_for_message', { inbox: INBOX }))
  await scene.openWaits(1)
  const { isError, content } = await resultOf(await post(scene, calling('wait_for_message', { inbox: INBOX })))
  assert.equal(isError, true)
  assert.match(content[0].text, /^Error too_many_waits: /)
  await scene.deliver()
  assert.equal((await resultOf(await first)).structuredContent.status, 'received')
})

test('a key that is revoked during a wait gets nothing of what came', async (t) => {
  const scene = await openMcp(t)
  const { id, key } = await scene.keyWith('full')
  const waiting = post(scene, calling('wait_for_message', { inbox: INBOX }), { 'x-api-key': key })
  await scene.openWaits(1)
  await scene.revoke(id)
  scene.clock.at += 1_000
  await scene.deliver({ subject: 'Too late' })
  const { isError, content, structuredContent } = await resultOf(await waiting)
  assert.equal(isError, true)
  assert.equal(structuredContent, undefined)
  assert.match(content[0].text, /^Error invalid_key: This key has been revoked/)
})

test('a wait ends at once when its key is revoked', async (t) => {
  const scene = await openMcp(t)
  const { id, key } = await scene.keyWith('full')
  const waiting = post(scene, calling('wait_for_message', { inbox: INBOX }), { 'x-api-key': key })
  await scene.openWaits(1)
  await scene.mail.revokeKey(await scene.mail.authenticate(scene.key), id)
  assert.match((await resultOf(await waiting)).content[0].text, /^Error invalid_key: This key has been revoked/)
})

test('a wait over MCP is one of those that /metrics shows', async (t) => {
  const scene = await openMcp(t)
  const waiting = post(scene, calling('wait_for_message', { inbox: INBOX }))
  await scene.openWaits(1)
  assert.match(await (await fetch(`${scene.url}/metrics`)).text(), /^mayfly_http_open_waits 1$/m)
  await scene.deliver()
  await resultOf(await waiting)
  await scene.openWaits(0)
})

test('when the server stops, whoever waits has an answer', async (t) => {
  const scene = await openMcp(t)
  const waiting = post(scene, calling('wait_for_message', { inbox: INBOX }))
  await scene.openWaits(1)
  const stopping = scene.front.stop(AbortSignal.timeout(5_000))
  assert.equal((await resultOf(await waiting)).structuredContent.status, 'timeout')
  await stopping
})

const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test('clients of every revision that is still spoken are answered in it', async (t) => {
  const scene = await openMcp(t)
  for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const hello = await post(scene, { ...HELLO, params: { ...HELLO.params, protocolVersion } })
    assert.equal((await resultOf(hello)).protocolVersion, protocolVersion)
    const headers = { 'mcp-protocol-version': protocolVersion }
    const { tools } = await resultOf(await post(scene, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers))
    assert.equal(tools.length, 7)
  }
})

test('a cancel frees the call of that client alone, and nobody else can send it', async (t) => {
  const scene = await openMcp(t)
  const stranger = await scene.account()
  const sessions: string[] = []
  for (let i = 0; i < 2; i++) {
    const hello = await post(scene, HELLO)
    sessions.push(hello.headers.get('mcp-session-id') ?? '')
    assert.equal((await resultOf(hello)).protocolVersion, '2025-06-18')
  }
  assert.equal(new Set(sessions).size, 2)
  const [first, second] = sessions.map((session) =>
    post(scene, calling('wait_for_message', { inbox: INBOX }, 7), { 'mcp-session-id': session }),
  )
  await scene.openWaits(2)
  assert.equal(scene.mcp.openCalls, 2)
  const cancel = (requestId: number | string, headers: Record<string, string>) =>
    post(scene, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, headers)
  for (const [requestId, headers] of [
    [7, { 'mcp-session-id': sessions[0] as string, 'x-api-key': stranger.key }],
    [7, {}],
    ['7', { 'mcp-session-id': sessions[0] as string }],
    [8, { 'mcp-session-id': sessions[0] as string }],
  ] as const) {
    assert.equal((await cancel(requestId, headers)).status, 202)
  }
  assert.equal(scene.mail.openWaits, 2)
  assert.equal((await cancel(7, { 'mcp-session-id': sessions[0] as string })).status, 202)
  await scene.openWaits(1)
  assert.deepEqual(await messagesOf(await (first as Promise<Response>)), [])
  await scene.deliver()
  assert.equal((await resultOf(await (second as Promise<Response>))).structuredContent.status, 'received')
  await until(() => scene.mcp.openCalls === 0)
})

test('a read key looks, and neither makes nor deletes', async (t) => {
  const scene = await openMcp(t)
  await scene.deliver()
  const { key } = await scene.keyWith('read')
  const ask = async (name: string, args: object = {}) =>
    resultOf(await post(scene, calling(name, args), { 'x-api-key': key }))
  assert.equal((await ask('wait_for_message', { inbox: INBOX })).structuredContent.status, 'received')
  assert.equal((await ask('list_inboxes')).structuredContent.inboxes.length, 1)
  for (const [name, args] of [
    ['create_inbox', {}],
    ['delete_inbox', { inbox: INBOX }],
  ] as const) {
    assert.match((await ask(name, args)).content[0].text, /^Error forbidden: A key with the scope "read" may not/)
  }
})

test('inboxes and messages come in pages', async (t) => {
  const scene = await openMcp(t)
  for (let i = 1; i <= 3; i++) await scene.deliver({ subject: `mail ${i}` })
  const list = async (args: object) =>
    (await resultOf(await post(scene, calling('list_messages', args)))).structuredContent
  const first = await list({ inbox: INBOX, limit: 2 })
  const subjects = (page: typeof first) => page.messages.map((message: { subject: string }) => message.subject)
  assert.deepEqual(subjects(first), ['mail 3', 'mail 2'])
  const second = await list({ inbox: INBOX, limit: 2, cursor: first.next_cursor })
  assert.deepEqual([subjects(second), second.next_cursor], [['mail 1'], null])
  const foreign = await resultOf(
    await post(scene, calling('list_messages', { inbox: 'bob@mayfly.test', cursor: first.next_cursor })),
  )
  assert.match(foreign.content[0].text, /^Error invalid_request: This is no cursor of this inbox/)
})

test('bad arguments, unknown tools and foreign addresses say what to do', async (t) => {
  const scene = await openMcp(t)
  for (const [args, expected] of [
    [{}, /inbox/],
    [{ inbox: 7 }, /inbox/],
    [{ inbox: INBOX, timeout: -1 }, /timeout/],
    [{ inbox: INBOX, timeout: 'soon' }, /timeout/],
    [{ inbox: INBOX, from: 'x'.repeat(999) }, /from/],
    [{ inbox: 'nonsense', timeout: 0 }, /^Error invalid_address: /],
    [{ inbox: 'ann@elsewhere.test', timeout: 0 }, /^Error foreign_domain: .*\n.*create_inbox/],
    [{ inbox: INBOX, timeout: 0, after: 'nonsense' }, /^Error invalid_request: /],
  ] as const) {
    const { isError, content } = await resultOf(await post(scene, calling('wait_for_message', args)))
    assert.equal(isError, true)
    assert.match(content[0].text, expected)
  }
  for (const name of ['nothing', '__proto__', 'constructor']) {
    const [answer] = await messagesOf(await post(scene, calling(name)))
    assert.equal(answer.error.code, -32602)
  }
})

test('there is nothing to subscribe to, and no stream stays open for it', async (t) => {
  const scene = await openMcp(t)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const params = { notifications: { toolsListChanged: true }, _meta }
  const answer = await post(scene, { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, headers)
  assert.equal(((await answer.json()) as { error: { code: number } }).error.code, -32603)
})
