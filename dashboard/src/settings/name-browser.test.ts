import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameBrowser } from './name-browser.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

test('browsers are known by the most particular of their claims', () => {
  const agents = [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT}`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Edg/156.0`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'curl/8.14.1',
    '',
  ]
  assert.deepEqual(agents.map(nameBrowser), [
    'Chrome on Linux',
    'Edge on Windows',
    'Safari on macOS',
    'curl/8.14.1',
    'Unknown browser',
  ])
})
