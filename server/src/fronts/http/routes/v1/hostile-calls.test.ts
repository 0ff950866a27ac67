import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { OpenApiDocument } from '../../openapi-document.ts'
import { type Call, callsOf } from '../../test-described.ts'
import { INBOX, openScene } from '../../test-mail.ts'

const RUNS_PER_CALL = 40

const noise = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()))
const broken = fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll(/[#?\\]/g, ''))
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(encodeURIComponent(INBOX), 'msg_00000000000000001', '0') },
  { weight: 2, arbitrary: noise },
  { weight: 2, arbitrary: broken },
  { weight: 1, arbitrary: fc.constantFrom('', '..', '__proto__', '%00', '%ff', 'x'.repeat(1_025), '%41'.repeat(800)) },
)
const value = fc.oneof(noise, broken, fc.constantFrom('0', '-1', '1e9', 'NaN', 'true', 'code', 'null', '', INBOX))
const inside = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(INBOX, 'mayfly.test', 'full', 60, null),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const type = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  { weight: 2, arbitrary: fc.constantFrom('message/rfc822', 'text/plain', 'application/json; charset=x', 'a/b', ';') },
)
const headerValue = fc.stringMatching(/^[ -~]{0,60}$/).filter((text) => !/wait/i.test(text))
/** How long a call is held, which is not what is tried out here. */
const HELD = ['timeout', 'wait']

/** Requests to this call that are right in some places and wrong in others. */
function requestsTo({ method, path, operation }: Call) {
  const { parameters = [], requestBody } = operation
  const names = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
  const asked = [...names('query').filter((name) => !HELD.includes(name)), '__proto__', 'unknown']
  const fields = Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {})
  const held = names('query').filter((name) => HELD.includes(name))
  return fc.record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS') },
    ),
    path: fc
      .tuple(...names('path').map((name) => segment.map((text) => [`{${name}}`, text] as const)))
      .map((filled) => filled.reduce((text, [name, by]) => text.replace(name, () => by), path)),
    query: fc
      .array(fc.tuple(fc.constantFrom(...asked), value), { maxLength: 4 })
      .map((pairs) => [...pairs, ...held.map((name) => [name, '0'])].map((pair) => pair.join('=')).join('&')),
    headers: fc.dictionary(
      fc.constantFrom('If-None-Match', 'Accept', 'X-Forwarded-For', ...names('header')),
      headerValue,
    ),
    type,
    body: fc.oneof(
      fc.dictionary(fc.constantFrom(...fields, '__proto__'), inside, { maxKeys: 3 }).map((one) => JSON.stringify(one)),
      fc.json({ maxDepth: 2 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
    ),
  })
}

test('nothing that is sent to any call makes the server fail or hang, or answer what is not described', async (t) => {
  const scene = await openScene(t, { plan: 'team', limits: { requests_per_minute: 1_000_000 } })
  await scene.deliver()
  const document: OpenApiDocument = (await scene.fetch('/openapi.json')).json
  const calls = callsOf(document)
  assert.ok(calls.length > 20)
  for (const call of calls) {
    const property = fc.asyncProperty(requestsTo(call), async ({ method, path, query, headers, type, body }) => {
      const withBody = method !== 'GET' && method !== 'HEAD'
      const { status } = await scene.fetch(`${path}?${query}`, {
        method,
        headers: { ...headers, 'X-API-KEY': scene.key, 'Content-Type': type },
        signal: AbortSignal.timeout(5_000),
        ...(withBody && { body }),
      })
      assert.ok(status >= 200 && status < 500, `${status} for ${method} ${path}`)
    })
    await fc.assert(property, { numRuns: RUNS_PER_CALL })
  }
})
