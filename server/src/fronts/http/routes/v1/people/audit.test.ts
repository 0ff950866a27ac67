import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { totpCode, totpStep } from '../../../../../app/people/totp.ts'
import { openScene } from '../../../test-mail.ts'
import { assertPointer } from '../test-api.ts'
import { AuditSchema } from './audit.ts'
import { Browser, ownerOf, PASSWORD, personIn, signUp } from './test-people.ts'

test('every change is in the log with who, what and from where, and no secret is', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const owner = await ownerOf(scene)
  const secrets: string[] = [PASSWORD]
  await owner.do('POST', '/password', { new_password: PASSWORD })
  const { key, id } = await owner.do('POST', '/keys', { name: 'ci', scope: 'read' })
  await owner.do('DELETE', `/keys/${id}`)
  const { secret } = await owner.do('POST', '/totp')
  const code = totpCode(secret, totpStep(scene.clock.now()))
  const { recovery_codes } = await owner.do('POST', '/totp/confirm', { code })
  const { email } = (await owner.do('GET', '/session')).user
  await new Browser(scene).signIn(email, { recovery_code: recovery_codes[0] })
  await owner.do('DELETE', '/totp', { password: PASSWORD })
  const { url, id: inviteId } = await owner.do('POST', '/invites', { role: 'member' })
  const token = url.split('#token=')[1]
  await new Browser(scene).do('POST', '/invites/accept', { token, email: 'bob@people.test', password: PASSWORD })
  const { id: taken } = await owner.do('POST', '/invites', { role: 'member' })
  await owner.do('DELETE', `/invites/${taken}`)
  const [, bob] = (await owner.do('GET', '/members')).data
  await owner.do('PATCH', `/members/${bob.id}`, { role: 'admin' })
  await owner.do('DELETE', `/members/${bob.id}`)
  secrets.push(key, secret, ...recovery_codes, token, owner.cookie.split('=')[1] ?? '')
  const answer = await owner.call('GET', '/audit')
  const log = answer.json.data.toReversed()
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    [
      'password.change',
      'key.create',
      'key.revoke',
      'totp.on',
      'totp.recovery_code',
      'totp.off',
      'invite.create',
    ].concat(['member.join', 'invite.create', 'invite.delete', 'member.role', 'member.remove']),
  )
  for (const line of log) {
    assert.ok(Check(AuditSchema, line), JSON.stringify(line))
    assert.equal(line.address, '127.0.0.1')
  }
  assert.deepEqual([log[1].target, log[1].detail, log[1].actor.email], [id, 'ci (read)', email])
  assert.deepEqual([log[6].target, log[7].actor.email], [inviteId, 'bob@people.test'])
  for (const hidden of secrets) assert.ok(!answer.text.includes(hidden), hidden)
})

test('a change by a key names the key, and one by a command nobody', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const headers = { 'X-API-KEY': scene.key, 'Content-Type': 'application/json' }
  await scene.fetch('/v1/keys', { method: 'POST', headers, body: '{"name":"x"}' })
  const { id } = await scene.keyWith('read')
  await scene.revoke(id)
  const [revoked, , made] = (await (await ownerOf(scene)).do('GET', '/audit')).data
  assert.deepEqual(revoked.actor, { user_id: null, email: null, key_id: null })
  assert.match(made.actor.key_id, /^key_/)
})

test('the log comes in pages, each account its own, and is swept after a year', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const owner = await ownerOf(scene)
  const stranger = await signUp(scene, 'eve@people.test')
  for (let i = 0; i < 5; i++) await owner.do('POST', '/keys', { name: `k${i}` })
  const first = await owner.do('GET', '/audit?limit=2')
  const second = await owner.do('GET', `/audit?limit=2&cursor=${first.next_cursor}`)
  const details = [...first.data, ...second.data].map(({ detail }) => detail)
  assert.deepEqual(details, ['k4 (full)', 'k3 (full)', 'k2 (full)', 'k1 (full)'])
  assertPointer(await owner.call('GET', '/audit?cursor=x'), '/cursor')
  assert.deepEqual((await stranger.do('GET', '/audit')).data, [])
  scene.clock.at += 366 * 86_400_000
  await scene.mail.sweep(new AbortController().signal)
  const later = await personIn(scene, scene.accountId, 'admin')
  const kept = (await later.do('GET', '/audit')).data.map(({ action }: { action: string }) => action)
  assert.deepEqual(kept, ['test', 'test'])
})
