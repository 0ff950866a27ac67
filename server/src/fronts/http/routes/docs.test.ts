import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../openapi-document.ts'
import { openScene } from '../test-mail.ts'

function operationsOf({ paths }: OpenApiDocument): string[] {
  return Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
}

test('/openapi.json describes this server, without a key', async (t) => {
  const scene = await openScene(t)
  const { status, json } = await scene.fetch('/openapi.json')
  assert.equal(status, 200)
  assert.equal(json.openapi, '3.1.0')
  assert.deepEqual(json.servers, [{ url: scene.url }])
  const paths = Object.keys(json.paths)
  for (const path of ['/getMail', '/v1/inboxes/{address}/wait', '/v1/events', '/healthz'])
    assert.ok(paths.includes(path))
  for (const path of ['/metrics', '/docs', '/openapi.json']) assert.ok(!paths.includes(path))
})

test('/docs has every operation, loads nothing and runs nothing', async (t) => {
  const scene = await openScene(t)
  const { status, headers, text } = await scene.fetch('/docs')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-[^']+';/)
  assert.doesNotMatch(text, /<(?:script|link|img|iframe)|\ssrc=|@import|url\(|style="/)
  const { json } = await scene.fetch('/openapi.json')
  const shown = [...text.matchAll(/<section aria-labelledby="(\w+)">/g)].map(([, id]) => id)
  assert.deepEqual(shown.sort(), operationsOf(json).sort())
  assert.equal(new Set(operationsOf(json)).size, operationsOf(json).length, 'an operationId is there twice')
})
