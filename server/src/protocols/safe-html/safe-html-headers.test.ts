import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeHtmlHeaders } from './safe-html-headers.ts'

test('nothing may run, load or be reached; remote images only when asked', () => {
  const headers = safeHtmlHeaders({ remote: false })
  assert.equal(
    headers['Content-Security-Policy'],
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src 'none'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  )
  assert.match(safeHtmlHeaders({ remote: true })['Content-Security-Policy'] ?? '', /img-src 'self' data: http: https:;/)
  assert.equal(headers['Cache-Control'], 'private, no-store')
  assert.equal(headers['Referrer-Policy'], 'no-referrer')
})
