import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKeyText } from '../../../../../domain/api-key.ts'
import { type Answer, assertProblem, openScene, type Scene } from '../../../test-mail.ts'
import { assertPointer } from '../test-api.ts'
import { ownerOf, personIn, signUp } from './test-people.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'

/** As RFC 8628 has it: a form. */
function post(scene: Scene, path: string, form: Record<string, string>): Promise<Answer> {
  return scene.fetch(`/v1/device/${path}`, { method: 'POST', body: new URLSearchParams(form) })
}

function poll(scene: Scene, device_code: string): Promise<Answer> {
  return post(scene, 'token', { grant_type: GRANT_TYPE, device_code, client_id: 'mayfly' })
}

test('a device is let in by somebody who compares the code', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  const asked = (await post(scene, 'code', { client_id: 'mayfly', host: 'laptop', system: 'Linux 6.1' })).json
  assert.match(asked.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  assert.deepEqual([asked.expires_in, asked.interval], [900, 5])
  assert.equal(asked.verification_uri, `${scene.url}/device`)
  assert.equal(asked.verification_uri_complete, `${scene.url}/device?user_code=${asked.user_code}`)
  const waiting = await poll(scene, asked.device_code)
  assert.deepEqual([waiting.status, waiting.json], [400, { error: 'authorization_pending' }])
  const typed = asked.user_code.toLowerCase().replace('-', ' ')
  const shown = await owner.do('GET', `/device?user_code=${encodeURIComponent(typed)}`)
  assert.deepEqual([shown.host, shown.system, shown.user_code], ['laptop', 'Linux 6.1', asked.user_code])
  await owner.do('POST', '/device/approve', { user_code: typed, approve: true })
  scene.clock.at += 5_000
  const granted = await poll(scene, asked.device_code)
  assert.equal(granted.status, 200)
  const { access_token: token, token_type } = granted.json
  assert.ok(isKeyText(token) && token.startsWith('tkc_'))
  assert.equal(token_type, 'Bearer')
  assert.deepEqual((await poll(scene, asked.device_code)).json, { error: 'invalid_grant' })
  const bearer = { Authorization: `Bearer ${token}` }
  assert.equal((await scene.fetch('/v1/account', { headers: bearer })).status, 200)
  const [device] = (await owner.do('GET', '/devices')).data
  assert.deepEqual([device.name, device.host, device.last4], ['laptop', 'laptop', token.slice(-4)])
  assert.equal((await owner.do('GET', '/keys')).data.length, 1)
  await owner.do('DELETE', `/devices/${device.id}`)
  assert.deepEqual((await owner.do('GET', '/devices')).data, [])
  scene.clock.at += 999
  assertProblem(await scene.fetch('/v1/account', { headers: bearer }), 401, 'revoked_key')
})

test('a device that polls too often is slowed down, denied or too late', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  const { device_code, user_code } = (await post(scene, 'code', {})).json
  await poll(scene, device_code)
  scene.clock.at += 4_000
  assert.deepEqual((await poll(scene, device_code)).json, { error: 'slow_down' })
  scene.clock.at += 9_000
  assert.deepEqual((await poll(scene, device_code)).json, { error: 'slow_down' })
  await owner.do('POST', '/device/approve', { user_code, approve: false })
  scene.clock.at += 15_000
  assert.deepEqual((await poll(scene, device_code)).json, { error: 'access_denied' })
  const late = (await post(scene, 'code', {})).json
  scene.clock.at += 900_000
  assert.deepEqual((await poll(scene, late.device_code)).json, { error: 'expired_token' })
  assertProblem(await owner.call('GET', `/device?user_code=${late.user_code}`), 404, 'not_found')
})

test('errors are those of the RFC, and JSON is taken too', async (t) => {
  const scene = await openScene(t)
  const errorOf = async (form: Record<string, string>) => (await post(scene, 'token', form)).json.error
  assert.equal(await errorOf({}), 'invalid_request')
  assert.equal(await errorOf({ grant_type: 'password', device_code: 'x' }), 'unsupported_grant_type')
  assert.equal(await errorOf({ grant_type: GRANT_TYPE, device_code: 'x' }), 'invalid_grant')
  assert.equal(await errorOf({ grant_type: GRANT_TYPE, device_code: 'A'.repeat(43) }), 'invalid_grant')
  const headers = { 'Content-Type': 'application/json' }
  const json = await scene.fetch('/v1/device/code', { method: 'POST', headers, body: '{"host":7,"system":"x\\ny"}' })
  const owner = await ownerOf(scene)
  const shown = await owner.do('GET', `/device?user_code=${json.json.user_code}`)
  assert.deepEqual([shown.host, shown.system], ['unknown', 'xy'])
  assertPointer(await owner.call('GET', '/device'), '/user_code')
})

test('codes cannot be guessed through, and other accounts have no such device', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const member = await personIn(scene, scene.accountId, 'member')
  const { device_code, user_code } = (await post(scene, 'code', { host: 'box' })).json
  await member.do('POST', '/device/approve', { user_code, approve: true })
  const { access_token: token } = (await poll(scene, device_code)).json
  assert.equal((await scene.mail.authenticate(token)).role, 'member')
  const [device] = (await member.do('GET', '/devices')).data
  const stranger = await signUp(scene, 'eve@people.test')
  assertProblem(await stranger.call('DELETE', `/devices/${device.id}`), 404, 'not_found')
  const other = await personIn(scene, scene.accountId, 'member')
  assertProblem(await other.call('DELETE', `/devices/${device.id}`), 403, 'forbidden')
  await member.do('DELETE', `/devices/${device.id}`)
  for (let i = 0; i < 20; i++) await stranger.call('GET', '/device?user_code=BBBB-BBBB')
  assertProblem(await stranger.call('GET', '/device?user_code=BBBB-BBBB'), 429, 'rate_limited')
})
