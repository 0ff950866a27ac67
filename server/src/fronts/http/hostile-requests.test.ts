import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { INBOX, openScene, type Scene } from './test-mail.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
}

function statusOf(scene: Scene, { method, path, headers }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: scene.front.port, method, path, headers, timeout: 3_000 },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end()
  })
}

const noise = fc.string({ unit: 'binary', maxLength: 40 })
const name = fc.constantFrom('email', 'limit', 'cursor', 'since', 'from', 'subject', 'contains', '__proto__', 'x')
const value = fc.oneof(
  fc.constantFrom(INBOX, '', '0', '-1', '1e9', 'NaN', '2026-01-01T00:00:00Z', '*', 'null'),
  noise.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[!-~]{0,30}$/).map((text) => text.replaceAll(/[#\s]/g, '')),
)
const query = fc
  .array(fc.tuple(name, value), { maxLength: 6 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
const path = fc.oneof(
  query.map((text) => `/getMail?${text}`),
  query.map((text) => `/getMail?email=${INBOX}&${text}`),
  fc.stringMatching(/^\/[!-~]{0,40}$/),
)
const header = fc.stringMatching(/^[ -~]{0,60}$/)
const headers = fc.record(
  {
    'if-none-match': header,
    prefer: header.filter((text) => !/wait/i.test(text)),
    authorization: header,
    accept: header,
    'x-forwarded-for': header,
    'content-type': header,
  },
  { requiredKeys: [] },
)

test('nothing that is sent makes the server fail or hang', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  await scene.deliver()
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH')
  await fc.assert(
    fc.asyncProperty(method, path, headers, fc.boolean(), async (verb, target, extra, withKey) => {
      const sent = withKey ? { ...extra, 'x-api-key': scene.key } : extra
      const status = await statusOf(scene, { method: verb, path: target, headers: sent })
      assert.ok(status >= 200 && status < 500, `${status} for ${verb} ${target}`)
    }),
    { numRuns: 300 },
  )
})
