import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryOutbound } from '../../../../../drivers/memory/outbound.ts'
import { assertProblem, openScene, until } from '../../../test-mail.ts'
import { assertPointer } from '../test-api.ts'
import { Browser, ownerEmail, ownerOf, PASSWORD, signUp } from './test-people.ts'

const ANOTHER = 'another horse, another staple'

test('a new password ends the other sessions, and the old one opens nothing', async (t) => {
  const scene = await openScene(t)
  const ann = await signUp(scene, 'ann@people.test')
  const elsewhere = new Browser(scene)
  await elsewhere.signIn('ann@people.test')
  const change = (current_password: string, new_password: string) =>
    ann.call('POST', '/password', { current_password, new_password })
  assertProblem(await change('wrong', ANOTHER), 401, 'invalid_credentials')
  assertPointer(await change(PASSWORD, 'short'), '/new_password')
  assert.equal((await elsewhere.call('GET', '/session')).status, 200)
  assert.equal((await change(PASSWORD, ANOTHER)).status, 204)
  assert.equal((await ann.call('GET', '/session')).status, 200)
  assertProblem(await elsewhere.call('GET', '/session'), 401, 'missing_key')
  assertProblem(await elsewhere.signIn('ann@people.test'), 401, 'invalid_credentials')
  assert.equal((await elsewhere.signIn('ann@people.test', {}, ANOTHER)).status, 201)
})

test('whoever has no password yet sets one without', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  assert.equal((await owner.do('GET', '/session')).user.password, false)
  await owner.do('POST', '/password', { new_password: ANOTHER })
  assert.equal((await owner.do('GET', '/session')).user.password, true)
  assertProblem(await owner.call('POST', '/password', { new_password: PASSWORD }), 401, 'invalid_credentials')
})

test('guessing the current password is slowed too', async (t) => {
  const scene = await openScene(t)
  const ann = await signUp(scene, 'ann@people.test')
  const guess = () => ann.call('POST', '/password', { current_password: 'wrong', new_password: ANOTHER })
  for (let i = 0; i < 5; i++) assertProblem(await guess(), 401, 'invalid_credentials')
  assertProblem(await guess(), 429, 'rate_limited')
})

test('a forgotten password is reset by a mailed link, once, within an hour; the answer tells nothing', async (t) => {
  const outbound = new MemoryOutbound()
  const scene = await openScene(t, { people: { outbound } })
  const email = await ownerEmail(scene)
  const signedIn = await ownerOf(scene)
  const browser = new Browser(scene)
  const tokenOf = async (): Promise<string> => {
    const count = outbound.letters.length
    const known = await browser.call('POST', '/password/forgot', { email })
    const unknown = await browser.call('POST', '/password/forgot', { email: 'nobody@people.test' })
    assert.deepEqual([known.status, known.text], [202, '{"status":"accepted"}'])
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
    await until(() => outbound.letters.length > count)
    const letter = outbound.letters.at(-1)
    assert.equal(letter?.to, email)
    return new RegExp(`${scene.url}/reset#token=([\\w-]+)`).exec(letter?.text ?? '')?.[1] ?? ''
  }
  const reset = (token: string, new_password = ANOTHER) =>
    browser.call('POST', '/password/reset', { token, new_password })
  const token = await tokenOf()
  assertPointer(await reset(token, 'short'), '/new_password')
  assert.equal((await reset(token)).status, 204)
  assertProblem(await reset(token), 401, 'invalid_credentials')
  assertProblem(await signedIn.call('GET', '/session'), 401, 'missing_key')
  assert.equal((await browser.signIn(email, {}, ANOTHER)).status, 201)
  const late = await tokenOf()
  scene.clock.at += 3_600_000
  assertProblem(await reset(late), 401, 'invalid_credentials')
  assertProblem(await reset('x'), 401, 'invalid_credentials')
  // A reset token signs nobody in.
  assertProblem(await browser.call('POST', '/session/link', { token: await tokenOf() }), 401, 'invalid_credentials')
})
