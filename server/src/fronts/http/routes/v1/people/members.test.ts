import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryOutbound } from '../../../../../drivers/memory/outbound.ts'
import { assertProblem, openScene, type Scene } from '../../../test-mail.ts'
import { Browser, ownerOf, PASSWORD, personIn, signUp } from './test-people.ts'

async function join(scene: Scene, url: string, email: string): Promise<Browser> {
  const browser = new Browser(scene)
  const [, token] = url.split('/invite#token=')
  await browser.do('POST', '/invites/accept', { token, email, password: PASSWORD })
  return browser
}

test('an invite makes one member with its role, once', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const owner = await ownerOf(scene)
  const { url, ...invite } = await owner.do('POST', '/invites', { role: 'member', email: 'bob@people.test' })
  assert.deepEqual((await owner.do('GET', '/invites')).data, [invite])
  assert.equal((await owner.do('GET', '/account')).usage.members, 2)
  const [, token] = url.split('/invite#token=')
  const browser = new Browser(scene)
  const asked = await browser.do('GET', `/invites/accept?token=${token}`)
  assert.deepEqual([asked.role, asked.email], ['member', 'bob@people.test'])
  const bob = await join(scene, url, 'bob@people.test')
  const { user, account, operator } = await bob.do('GET', '/session')
  assert.deepEqual([user.role, account.id, operator], ['member', scene.accountId, false])
  for (const method of ['GET', 'POST']) {
    const body = method === 'GET' ? undefined : { token, email: 'eve@people.test', password: PASSWORD }
    const query = method === 'GET' ? `?token=${token}` : ''
    assertProblem(await browser.call(method, `/invites/accept${query}`, body), 401, 'invalid_credentials')
  }
  assert.deepEqual((await owner.do('GET', '/invites')).data, [])
  assert.equal((await new Browser(scene).signIn('bob@people.test')).status, 201)
})

test('an invite expires after 7 days, can be taken back, and does not take an address twice', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const owner = await ownerOf(scene)
  await signUp(scene, 'ann@people.test')
  const made = await owner.do('POST', '/invites', { role: 'admin' })
  const token = made.url.split('#token=')[1]
  const accept = (email: string) =>
    new Browser(scene).call('POST', '/invites/accept', { token, email, password: PASSWORD })
  assertProblem(await accept('ANN@people.test'), 409, 'conflict')
  await owner.do('DELETE', `/invites/${made.id}`)
  assertProblem(await accept('bob@people.test'), 401, 'invalid_credentials')
  assertProblem(await owner.call('DELETE', `/invites/${made.id}`), 404, 'not_found')
  const late = await owner.do('POST', '/invites', { role: 'admin' })
  scene.clock.at += 7 * 86_400_000 - 1
  const asked = await new Browser(scene).call('GET', `/invites/accept?token=${late.url.split('#token=')[1]}`)
  assert.equal(asked.status, 200)
  scene.clock.at += 1
  const gone = await new Browser(scene).call('GET', `/invites/accept?token=${late.url.split('#token=')[1]}`)
  assertProblem(gone, 401, 'invalid_credentials')
})

test('members and invites stay within the plan, which the refusal names', async (t) => {
  const scene = await openScene(t, { plan: 'elite' })
  const owner = await ownerOf(scene)
  const refused = await owner.call('POST', '/invites', { role: 'member' })
  assertProblem(refused, 403, 'plan_required')
  assert.match(refused.json.detail, /The team plan allows 25/)
})

test('roles change within might, and one owner stays', async (t) => {
  const scene = await openScene(t, { plan: 'team' })
  const owner = await ownerOf(scene)
  const [first] = (await owner.do('GET', '/members')).data
  const admin = await personIn(scene, scene.accountId, 'admin')
  const member = await personIn(scene, scene.accountId, 'member')
  assertProblem(await owner.call('PATCH', `/members/${first.id}`, { role: 'member' }), 409, 'conflict')
  assertProblem(await owner.call('DELETE', `/members/${first.id}`), 409, 'conflict')
  // An admin neither makes, changes nor removes an owner.
  assertProblem(await admin.call('PATCH', `/members/${first.id}`, { role: 'member' }), 403, 'forbidden')
  assertProblem(await admin.call('DELETE', `/members/${first.id}`), 403, 'forbidden')
  assertProblem(await admin.call('PATCH', `/members/${admin.userId}`, { role: 'owner' }), 403, 'forbidden')
  assertProblem(await admin.call('POST', '/invites', { role: 'owner' }), 403, 'forbidden')
  const changed = await admin.do('PATCH', `/members/${member.userId}`, { role: 'admin' })
  assert.equal(changed.role, 'admin')
  assert.equal((await member.call('GET', '/audit')).status, 200)
  await admin.do('DELETE', `/members/${member.userId}`)
  assertProblem(await member.call('GET', '/session'), 401, 'missing_key')
  const stranger = await signUp(scene, 'eve@people.test')
  assertProblem(await stranger.call('PATCH', `/members/${admin.userId}`, { role: 'member' }), 404, 'not_found')
  assertProblem(await stranger.call('DELETE', `/members/${admin.userId}`), 404, 'not_found')
})

test('an invite with an address is mailed, where the service sends mail', async (t) => {
  const outbound = new MemoryOutbound()
  const scene = await openScene(t, { plan: 'team', people: { outbound } })
  const owner = await ownerOf(scene)
  await owner.do('POST', '/invites', { role: 'member' })
  const { url } = await owner.do('POST', '/invites', { role: 'member', email: 'bob@people.test' })
  assert.deepEqual(
    outbound.letters.map(({ to, text }) => [to, text.includes(url)]),
    [['bob@people.test', true]],
  )
})
