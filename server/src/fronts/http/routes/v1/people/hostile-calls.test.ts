import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openScene } from '../../../test-mail.ts'
import { ownerOf } from './test-people.ts'

const noise = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text.toWellFormed()))
const broken = fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll(/[#?\\]/g, ''))
const segment = fc.oneof(noise, broken, fc.constantFrom('usr_0000000000000000', '', '..', '__proto__', '%00', '%ff'))
const path = fc.oneof(
  fc.constantFrom('/signup', '/signup/confirm', '/session', '/session/link', '/sessions', '/password'),
  fc.constantFrom('/password/forgot', '/password/reset', '/totp', '/totp/confirm', '/members', '/invites'),
  fc.constantFrom('/invites/accept', '/audit', '/account', '/plans', '/devices', '/device', '/device/approve'),
  fc.constantFrom('/device/code', '/device/token', '/operator/accounts', '/operator/status', '/keys'),
  segment.map((text) => `/sessions/${text}`),
  segment.map((text) => `/members/${text}`),
  segment.map((text) => `/invites/${text}`),
  segment.map((text) => `/devices/${text}`),
  segment.map((text) => `/operator/accounts/${text}`),
)
const name = fc.constantFrom('limit', 'cursor', 'q', 'token', 'user_code', '__proto__')
const value = fc.oneof(noise, broken, fc.constantFrom('0', '-1', '1e9', '%', '_', 'BBBB-BBBB', 'A'.repeat(43), ''))
const query = fc.array(fc.tuple(name, value), { maxLength: 3 }).map((pairs) => pairs.map((pair) => pair.join('=')))

const field = fc.constantFrom(
  ...['email', 'password', 'new_password', 'current_password', 'totp', 'recovery_code', 'code', 'token', 'role'],
  ...['confirm', 'user_code', 'approve', 'plan', 'suspended', 'grant_type', 'device_code', 'host', '__proto__'],
)
const inside = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('ann@mayfly.test', 'correct horse battery', 'member', '000000', 'A'.repeat(43), true, null),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const body = fc.oneof(
  fc.dictionary(field, inside, { maxKeys: 4 }).map((object) => JSON.stringify(object)),
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const type = fc.oneof(
  { weight: 5, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('application/x-www-form-urlencoded', 'text/plain', 'a/b', ';') },
)
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS')
const cookie = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,40}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('mayfly_session=', 'mayfly_session', ';;=;', 'mayfly_session=%ff; mayfly_session=x'),
  },
)

test('nothing that is sent to any call for people makes the server fail', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  await fc.assert(
    fc.asyncProperty(method, path, query, type, body, cookie, async (verb, target, asked, contentType, sent, odd) => {
      const withBody = verb !== 'GET' && verb !== 'HEAD'
      // A fresh one each time: what is sent may end it.
      const Cookie = odd ?? (await ownerOf(scene)).cookie
      const answer = await scene.fetch(`/v1${target}?${asked.join('&')}`, {
        method: verb,
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType },
        ...(withBody && { body: sent }),
      })
      assert.ok(answer.status >= 200 && answer.status < 500, `${answer.status} for ${verb} ${target} ${sent}`)
    }),
    { numRuns: 600 },
  )
})
