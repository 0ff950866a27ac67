import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { DomainError } from '../../../../../domain/domain-error.ts'
import { assertProblem, openScene } from '../../../test-mail.ts'
import { assertPointer } from '../test-api.ts'
import { StatusSchema } from './operator.ts'
import { Browser, ownerOf, PASSWORD, signUp } from './test-people.ts'

test('the operator sees all accounts, finds some, and gives a plan', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const operator = await ownerOf(scene)
  const ann = await signUp(scene, 'ann@people.test')
  await ann.do('POST', '/inboxes', { address: 'box@mayfly.test' })
  const { id } = (await ann.do('GET', '/session')).account
  const list = await operator.do('GET', '/operator/accounts?limit=1')
  assert.equal(list.data[0].id, scene.accountId)
  const rest = await operator.do('GET', `/operator/accounts?limit=1&cursor=${list.next_cursor}`)
  assert.deepEqual([rest.data[0].id, rest.next_cursor], [id, null])
  const [found] = (await operator.do('GET', '/operator/accounts?q=ANN%40people')).data
  assert.deepEqual([found.id, found.usage.inboxes, found.usage.members], [id, 1, 1])
  assert.equal((await operator.do('PATCH', `/operator/accounts/${id}`, { plan: 'elite' })).plan, 'elite')
  assert.equal((await ann.do('GET', '/account')).plan, 'elite')
  assertPointer(await operator.call('PATCH', `/operator/accounts/${id}`, { plan: 'gold' }), '/plan')
  assertProblem(await operator.call('PATCH', '/operator/accounts/none', { plan: 'team' }), 404, 'not_found')
  const [entry] = (await ann.do('GET', '/audit')).data
  assert.deepEqual([entry.action, entry.detail], ['plan.set', 'elite'])
})

test('a suspended account is shut for keys, sessions, sign-in and mail, and opens again as it was', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const operator = await ownerOf(scene)
  const ann = await signUp(scene, 'ann@people.test')
  const { id } = (await ann.do('GET', '/session')).account
  const { key } = await ann.do('POST', '/keys', { name: 'x' })
  await ann.do('POST', '/inboxes', { address: 'box@mayfly.test' })
  const suspend = (suspended: boolean) => operator.do('PATCH', `/operator/accounts/${id}`, { suspended })
  assert.equal((await suspend(true)).suspended, true)
  const withKey = () => scene.fetch('/v1/account', { headers: { 'X-API-KEY': key } })
  const refused = await withKey()
  assertProblem(refused, 403, 'forbidden')
  assert.match(refused.json.detail, /suspended/)
  assertProblem(await ann.call('GET', '/session'), 403, 'forbidden')
  assertProblem(await new Browser(scene).signIn('ann@people.test'), 403, 'forbidden')
  assertProblem(await new Browser(scene).signIn('ann@people.test', {}, 'wrong'), 401, 'invalid_credentials')
  await assert.rejects(scene.deliver({}, 'box@mayfly.test'), (error) => {
    assert.ok(error instanceof DomainError)
    assert.equal(error.code, 'suspended')
    return true
  })
  await suspend(false)
  assert.equal((await withKey()).status, 200)
  assert.equal((await ann.call('GET', '/session')).status, 200)
  await scene.deliver({}, 'box@mayfly.test')
  const own = await operator.call('PATCH', `/operator/accounts/${scene.accountId}`, { suspended: true })
  assertProblem(own, 409, 'conflict')
})

test('the status says how the service is doing', async (t) => {
  const certificate = { names: ['mail.test'], source: 'acme', issuer: null, expiresAt: null } as const
  const certificates = () => [{ ...certificate, lastError: 'It is down.', nextTryAt: Date.UTC(2026, 0, 1) }]
  const scene = await openScene(t, { plan: 'team', front: { certificates } })
  const operator = await ownerOf(scene)
  await scene.deliver()
  scene.mail.noteRefusal(['a@mayfly.test'], 'b@sender.test', 'no')
  const status = await operator.do('GET', '/operator/status')
  assert.ok(Check(StatusSchema, status))
  assert.deepEqual([status.intake_per_minute, status.refused_per_minute], [1, 1])
  assert.ok(status.http_requests_per_minute >= 0)
  const [state] = status.certificates
  assert.deepEqual(
    [state?.last_error, state?.next_try_at, state?.expires_at],
    ['It is down.', '2026-01-01T00:00:00.000Z', null],
  )
})

test('a deleted account is gone at once for every reader, and its addresses are free', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const ann = await signUp(scene, 'ann@people.test')
  const { key } = await ann.do('POST', '/keys', { name: 'x' })
  await ann.do('POST', '/inboxes', { address: 'box@mayfly.test' })
  await scene.deliver({ subject: 'secret' }, 'box@mayfly.test')
  const remove = (password: string, confirm: string) => ann.call('DELETE', '/account', { password, confirm })
  assertProblem(await remove('wrong', 'ann@people.test'), 401, 'invalid_credentials')
  assertPointer(await remove(PASSWORD, 'bob@people.test'), '/confirm')
  const gone = await remove(PASSWORD, 'ANN@people.test')
  assert.equal(gone.status, 204)
  assert.match(gone.headers.get('set-cookie') ?? '', /Max-Age=0/)
  assertProblem(await scene.fetch('/v1/account', { headers: { 'X-API-KEY': key } }), 401, 'invalid_key')
  assertProblem(await new Browser(scene).signIn('ann@people.test'), 401, 'invalid_credentials')
  const mail = await scene.fetch('/getMail?email=box@mayfly.test', { headers: { 'X-API-KEY': scene.key } })
  assert.deepEqual([mail.status, mail.json], [200, []])
  await signUp(scene, 'ann@people.test')
  const owner = await ownerOf(scene)
  assertProblem(await owner.call('DELETE', '/account', { confirm: scene.accountId }), 409, 'conflict')
})
