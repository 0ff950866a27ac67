import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openScene } from '../../test-mail.ts'
import { INBOX_PATH } from './test-api.ts'

const GONE = '/messages/msg_00000000000000001'
const noise = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()))
const broken = fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll(/[#?\\]/g, ''))
const segment = fc.oneof(noise, broken, fc.constantFrom('ann%40mayfly.test', '', '..', '__proto__', '%00', '%ff'))
const path = fc.oneof(
  fc.constantFrom('/inboxes', '/keys', '/account', INBOX_PATH, GONE, `${GONE}/raw`),
  fc.constantFrom(`${INBOX_PATH}/messages`, `${INBOX_PATH}/wait`),
  segment.map((text) => `/inboxes/${text}`),
  segment.map((text) => `/inboxes/${text}/messages`),
  segment.map((text) => `/messages/${text}`),
  segment.map((text) => `/messages/${text}/raw`),
  segment.map((text) => `/keys/${text}`),
)
const name = fc.constantFrom('limit', 'cursor', 'since', 'has', 'after', 'count', 'claim', 'subject', '__proto__')
const value = fc.oneof(noise, broken, fc.constantFrom('0', '-1', '1e9', 'NaN', 'true', 'code', 'null', ''))
const query = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => pairs.map((pair) => pair.join('=')))

const field = fc.constantFrom('address', 'domain', 'label', 'ttl_seconds', 'name', 'scope', '__proto__')
const inside = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('ann@mayfly.test', 'mayfly.test', 'full', 60, null),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const body = fc.oneof(
  fc.dictionary(field, inside, { maxKeys: 3 }).map((object) => JSON.stringify(object)),
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const type = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('message/rfc822', 'text/plain', 'application/json; charset=x', 'a/b', ';') },
)
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS')

test('nothing that is sent to any call makes the server fail', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  await scene.deliver()
  await fc.assert(
    fc.asyncProperty(method, path, query, type, body, async (verb, target, asked, contentType, sent) => {
      const withBody = verb !== 'GET' && verb !== 'HEAD'
      const answer = await fetch(`${scene.url}/v1${target}?${[...asked, 'timeout=0'].join('&')}`, {
        method: verb,
        headers: { 'X-API-KEY': scene.key, 'Content-Type': contentType },
        ...(withBody && { body: sent }),
      })
      await answer.arrayBuffer()
      assert.ok(answer.status >= 200 && answer.status < 500, `${answer.status} for ${verb} ${target}`)
    }),
    { numRuns: 600 },
  )
})
