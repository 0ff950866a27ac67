import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserCommand, openBrowser } from './open-browser.ts'

test('the browser of the person, else that of the system, else none', () => {
  assert.deepEqual(browserCommand({ env: { BROWSER: 'lynx', DISPLAY: ':0' }, platform: 'linux' }), ['lynx'])
  assert.deepEqual(browserCommand({ env: { DISPLAY: ':0' }, platform: 'linux' }), ['xdg-open'])
  assert.deepEqual(browserCommand({ env: {}, platform: 'darwin' }), ['open'])
  assert.equal(browserCommand({ env: {}, platform: 'linux' }), null)
})

test('nothing but a web page is opened, and a browser that is not there is none', async () => {
  const env = { BROWSER: 'true' }
  assert.equal(await openBrowser({ env, platform: 'linux' }, 'http://a.test/'), true)
  assert.equal(await openBrowser({ env, platform: 'linux' }, 'file:///etc/passwd'), false)
  assert.equal(await openBrowser({ env: { BROWSER: '/no/such/browser' }, platform: 'linux' }, 'http://a.test/'), false)
})
