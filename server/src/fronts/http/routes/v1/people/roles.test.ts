import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../../../../app/accounts.ts'
import type { Role } from '../../../../../domain/account.ts'
import { type KeyScope, newKeyText } from '../../../../../domain/api-key.ts'
import { describeApi } from '../../../describe-api.ts'
import { type Answer, openScene, type Scene } from '../../../test-mail.ts'
import { personIn } from './test-people.ts'

const ALL: readonly KeyScope[] = ['full', 'read', 'codes']
const READ: readonly KeyScope[] = ['full', 'read']
const FULL: readonly KeyScope[] = ['full']
const NONE: readonly KeyScope[] = []

/** For each call the scopes of keys that may make it, and the least role of somebody who has signed in. */
const MATRIX: Readonly<Record<string, readonly [scopes: readonly KeyScope[], role: Role | 'operator']>> = {
  'GET /getMail': [READ, 'member'],
  'GET /v1/inboxes': [ALL, 'member'],
  'POST /v1/inboxes': [['full', 'codes'], 'member'],
  'GET /v1/inboxes/{address}': [READ, 'member'],
  'PATCH /v1/inboxes/{address}': [FULL, 'member'],
  'DELETE /v1/inboxes/{address}': [FULL, 'member'],
  'GET /v1/inboxes/{address}/messages': [ALL, 'member'],
  'POST /v1/inboxes/{address}/messages': [FULL, 'member'],
  'DELETE /v1/inboxes/{address}/messages': [FULL, 'member'],
  'POST /v1/inboxes/{address}/test-mail': [FULL, 'member'],
  'GET /v1/inboxes/{address}/wait': [ALL, 'member'],
  'GET /v1/messages/{id}': [ALL, 'member'],
  'PATCH /v1/messages/{id}': [FULL, 'member'],
  'DELETE /v1/messages/{id}': [FULL, 'member'],
  'GET /v1/messages/{id}/raw': [READ, 'member'],
  'GET /v1/messages/{id}/html': [READ, 'member'],
  'GET /v1/messages/{id}/attachments/{n}': [READ, 'member'],
  'GET /v1/events': [READ, 'member'],
  'GET /v1/account': [READ, 'member'],
  'DELETE /v1/account': [NONE, 'owner'],
  'GET /v1/keys': [READ, 'member'],
  'POST /v1/keys': [FULL, 'member'],
  'DELETE /v1/keys/{id}': [FULL, 'member'],
  'GET /v1/devices': [READ, 'member'],
  'DELETE /v1/devices/{id}': [FULL, 'member'],
  'GET /v1/device': [NONE, 'member'],
  'POST /v1/device/approve': [NONE, 'member'],
  'GET /v1/session': [NONE, 'member'],
  'DELETE /v1/session': [NONE, 'member'],
  'GET /v1/sessions': [NONE, 'member'],
  'DELETE /v1/sessions/{id}': [NONE, 'member'],
  'POST /v1/password': [NONE, 'member'],
  'POST /v1/totp': [NONE, 'member'],
  'POST /v1/totp/confirm': [NONE, 'member'],
  'DELETE /v1/totp': [NONE, 'member'],
  'GET /v1/members': [NONE, 'admin'],
  'PATCH /v1/members/{id}': [NONE, 'admin'],
  'DELETE /v1/members/{id}': [NONE, 'admin'],
  'GET /v1/invites': [NONE, 'admin'],
  'POST /v1/invites': [NONE, 'admin'],
  'DELETE /v1/invites/{id}': [NONE, 'admin'],
  'GET /v1/audit': [NONE, 'admin'],
  'GET /v1/webhooks': [READ, 'member'],
  'POST /v1/webhooks': [FULL, 'admin'],
  'GET /v1/webhooks/{id}': [READ, 'member'],
  'PATCH /v1/webhooks/{id}': [FULL, 'admin'],
  'DELETE /v1/webhooks/{id}': [FULL, 'admin'],
  'GET /v1/webhooks/{id}/secret': [FULL, 'admin'],
  'POST /v1/webhooks/{id}/rotate-secret': [FULL, 'admin'],
  'POST /v1/webhooks/{id}/pause': [FULL, 'admin'],
  'POST /v1/webhooks/{id}/resume': [FULL, 'admin'],
  'POST /v1/webhooks/{id}/test': [FULL, 'admin'],
  'POST /v1/webhooks/{id}/redeliver': [FULL, 'admin'],
  'GET /v1/webhooks/{id}/deliveries': [READ, 'member'],
  'GET /v1/deliveries': [READ, 'member'],
  'GET /v1/deliveries/{id}': [READ, 'member'],
  'POST /v1/deliveries/{id}/redeliver': [FULL, 'admin'],
  'GET /v1/domains': [READ, 'member'],
  'POST /v1/domains': [FULL, 'admin'],
  'GET /v1/domains/{domain}': [READ, 'member'],
  'DELETE /v1/domains/{domain}': [FULL, 'admin'],
  'POST /v1/domains/{domain}/check': [FULL, 'admin'],
  'GET /v1/operator/accounts': [NONE, 'operator'],
  'PATCH /v1/operator/accounts/{id}': [NONE, 'operator'],
  'GET /v1/operator/status': [NONE, 'operator'],
}

/** For everybody: what they do to whoever has no business there is tested with each. */
const OPEN: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /v1/plans',
  'POST /v1/signup',
  'POST /v1/signup/confirm',
  'POST /v1/session',
  'POST /v1/session/link',
  'POST /v1/password/forgot',
  'POST /v1/password/reset',
  'GET /v1/invites/accept',
  'POST /v1/invites/accept',
  'POST /v1/device/code',
  'POST /v1/device/token',
])

const ROLES: readonly Role[] = ['owner', 'admin', 'member']

/** A call about what is not there: past the door it is a 400 or a 404, and changes nothing. */
function targetOf(path: string): string {
  const filled = path.replace('{address}', 'none%40mayfly.test').replace('{n}', '0').replace('{domain}', 'none.test')
  const query = path === '/getMail' ? '?email=none@mayfly.test' : '?timeout=0&user_code=BBBB-BBBB'
  return filled.replace('{id}', path.includes('messages') ? 'msg_00000000000000001' : 'none') + query
}

async function ask(scene: Scene, call: string, headers: Record<string, string>): Promise<Answer> {
  const [method = '', path = ''] = call.split(' ')
  // A stream would go on for ever: its head says enough.
  if (path === '/v1/events') return openStream(scene, headers)
  return scene.fetch(targetOf(path), { method, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } })
}

async function openStream(scene: Scene, headers: Record<string, string>): Promise<Answer> {
  const leave = new AbortController()
  const { status, headers: got } = await fetch(`${scene.url}/v1/events`, { headers, signal: leave.signal })
  leave.abort()
  return { status, headers: got, text: '', json: { code: status === 403 ? 'forbidden' : '' } }
}

function assertDoor(answer: Answer, opens: boolean, who: string): void {
  const shut = answer.status === 401 || (answer.status === 403 && answer.json.code === 'forbidden')
  assert.equal(!shut, opens, `${who}: ${answer.status} ${answer.text}`)
  assert.ok(answer.status < 500, who)
}

test('the matrix has every route there is', async () => {
  const { paths } = await describeApi()
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.ok(calls.length > 50)
  assert.deepEqual(calls.sort(), [...Object.keys(MATRIX), ...OPEN].sort())
})

test('each key may make the calls of its scope, and no other', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const keys = await Promise.all(ALL.map(async (scope) => [scope, (await scene.keyWith(scope)).key] as const))
  for (const [call, [scopes]] of Object.entries(MATRIX)) {
    for (const [scope, key] of keys) {
      assertDoor(await ask(scene, call, { 'X-API-KEY': key }), scopes.includes(scope), `${scope} ${call}`)
    }
    assertDoor(await ask(scene, call, {}), false, `nobody ${call}`)
  }
})

test('each role may make its calls, and no other', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const { accountId } = await scene.account('team')
  for (const [call, [, least]] of Object.entries(MATRIX)) {
    for (const role of ROLES) {
      const wanted = least === 'operator' ? 'admin' : least
      const reaches = ROLES.indexOf(role) <= ROLES.indexOf(wanted)
      const { cookie: operators } = await personIn(scene, scene.accountId, role)
      assertDoor(await ask(scene, call, { Cookie: operators }), reaches, `${role} of the operator ${call}`)
      const { cookie } = await personIn(scene, accountId, role)
      assertDoor(await ask(scene, call, { Cookie: cookie }), reaches && least !== 'operator', `${role} ${call}`)
    }
  }
})

test('a key or a device of a member can do no more than the member', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const member = await personIn(scene, scene.accountId, 'member')
  const { key, id } = await member.do('POST', '/keys', { name: 'mine' })
  const { id: others } = await scene.keyWith('read')
  const revoke = (keyId: string) =>
    scene.fetch(`/v1/keys/${keyId}`, { method: 'DELETE', headers: { 'X-API-KEY': key } })
  assert.equal((await revoke(others)).status, 403)
  assert.equal((await member.call('DELETE', `/keys/${others}`)).status, 403)
  const made = await scene.fetch('/v1/keys', {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: '{"name":"through the key"}',
  })
  assert.equal(made.json.created_by, member.userId)
  assert.equal((await scene.mail.authenticate(made.json.key)).role, 'member')
  const device = await createKey(scene.store, scene.clock.now(), {
    accountId: scene.accountId,
    name: 'box',
    scope: 'full',
    role: 'member',
    createdBy: member.userId,
    keyText: newKeyText('tkc_'),
  })
  const bearer = { Authorization: `Bearer ${device.keyText}` }
  assert.equal((await scene.fetch('/v1/account', { headers: bearer })).status, 200)
  assert.equal((await scene.fetch(`/v1/keys/${others}`, { method: 'DELETE', headers: bearer })).status, 403)
  assert.equal((await revoke(id)).status, 204)
})
