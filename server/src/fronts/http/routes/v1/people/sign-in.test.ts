import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totpCode, totpStep } from '../../../../../app/people/totp.ts'
import { assertProblem, openScene, type Scene } from '../../../test-mail.ts'
import { Browser, ownerOf, signUp } from './test-people.ts'

test('who is unknown and who is wrong get the same answer, after the same work', async (t) => {
  const scene = await openScene(t)
  await signUp(scene, 'ann@people.test')
  const browser = new Browser(scene)
  const tries: [string, string][] = [
    ['ann@people.test', 'not the password'],
    ['nobody@people.test', 'not the password'],
    // The owner of the scene has no password yet.
    [(await (await ownerOf(scene)).do('GET', '/session')).user.email, 'not the password'],
    ['not an address', 'x'],
  ]
  const answers: string[] = []
  for (const [email, password] of tries) {
    const before = scene.mail.people.passwordWork
    const answer = await browser.signIn(email, {}, password)
    assertProblem(answer, 401, 'invalid_credentials')
    assert.equal(scene.mail.people.passwordWork - before, 1, `the work for ${email}`)
    const { request_id: _, ...problem } = answer.json
    answers.push(JSON.stringify([problem, answer.headers.get('set-cookie')]))
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
})

test('who fails five times waits, twice as long each time, and the right password ends it', async (t) => {
  const scene = await openScene(t)
  await signUp(scene, 'ann@people.test')
  const browser = new Browser(scene)
  for (let i = 0; i < 5; i++) {
    assertProblem(await browser.signIn('ann@people.test', {}, 'wrong'), 401, 'invalid_credentials')
  }
  for (const seconds of [1, 2, 4, 8]) {
    const early = await browser.signIn('ann@people.test')
    assertProblem(early, 429, 'rate_limited')
    assert.equal(early.headers.get('retry-after'), String(seconds))
    scene.clock.at += seconds * 1_000
    assertProblem(await browser.signIn('ann@people.test', {}, 'wrong'), 401, 'invalid_credentials')
  }
  scene.clock.at += 16_000
  assert.equal((await browser.signIn('ann@people.test')).status, 201)
  assertProblem(await browser.signIn('ann@people.test', {}, 'wrong'), 401, 'invalid_credentials')
  assert.equal((await browser.signIn('ann@people.test')).status, 201)
})

test('the slowing costs no work and counts unknown addresses alike', async (t) => {
  const scene = await openScene(t)
  const browser = new Browser(scene)
  for (let i = 0; i < 5; i++) await browser.signIn('nobody@people.test', {}, 'wrong')
  const before = scene.mail.people.passwordWork
  assertProblem(await browser.signIn('nobody@people.test', {}, 'wrong'), 429, 'rate_limited')
  assert.equal(scene.mail.people.passwordWork, before)
  // One address is slowed for one name: another name from there is not, yet.
  assertProblem(await browser.signIn('other@people.test', {}, 'wrong'), 401, 'invalid_credentials')
})

/** With a second factor, and its recovery codes. */
async function withTotp(scene: Scene, email: string): Promise<{ browser: Browser; secret: string; codes: string[] }> {
  const browser = await signUp(scene, email)
  const { secret, otpauth_url } = await browser.do('POST', '/totp')
  assert.ok(otpauth_url.startsWith('otpauth://totp/Mayfly:'))
  assert.equal((await browser.do('GET', '/session')).user.totp, false)
  const { recovery_codes: codes } = await browser.do('POST', '/totp/confirm', { code: codeNow(scene, secret) })
  assert.equal((await browser.do('GET', '/session')).user.totp, true)
  return { browser, secret, codes }
}

function codeNow(scene: Scene, secret: string, drift = 0): string {
  return totpCode(secret, totpStep(scene.clock.now()) + drift)
}

test('a second factor is asked for, and a code works once', async (t) => {
  const scene = await openScene(t)
  const { secret } = await withTotp(scene, 'ann@people.test')
  const browser = new Browser(scene)
  assertProblem(await browser.signIn('ann@people.test'), 401, 'totp_required')
  assertProblem(await browser.signIn('ann@people.test', {}, 'wrong'), 401, 'invalid_credentials')
  // The code that turned it on is used up.
  const first = codeNow(scene, secret)
  assertProblem(await browser.signIn('ann@people.test', { totp: first }), 401, 'invalid_credentials')
  scene.clock.at += 30_000
  const totp = codeNow(scene, secret)
  assert.equal((await browser.signIn('ann@people.test', { totp })).status, 201)
  assertProblem(await new Browser(scene).signIn('ann@people.test', { totp }), 401, 'invalid_credentials')
  // One step off is taken, two are not, and none before the last one used.
  assert.equal((await browser.signIn('ann@people.test', { totp: codeNow(scene, secret, 1) })).status, 201)
  assertProblem(
    await browser.signIn('ann@people.test', { totp: codeNow(scene, secret, 2) }),
    401,
    'invalid_credentials',
  )
  assertProblem(await browser.signIn('ann@people.test', { totp: '' }), 400, 'invalid_request')
})

test('each recovery code works once, as it is written or not', async (t) => {
  const scene = await openScene(t)
  const { codes } = await withTotp(scene, 'ann@people.test')
  assert.equal(new Set(codes).size, 10)
  const browser = new Browser(scene)
  const use = (code = '') => browser.signIn('ann@people.test', { recovery_code: code })
  assert.equal((await use(codes[0])).status, 201)
  assertProblem(await use(codes[0]), 401, 'invalid_credentials')
  assert.equal((await use(codes[1]?.toUpperCase().replaceAll('-', ' '))).status, 201)
  assertProblem(await use('00000-00000-00000-00000'), 401, 'invalid_credentials')
})

test('guessing the second factor is slowed like guessing the password', async (t) => {
  const scene = await openScene(t)
  await withTotp(scene, 'ann@people.test')
  const browser = new Browser(scene)
  for (let i = 0; i < 5; i++) {
    assertProblem(await browser.signIn('ann@people.test', { totp: '000000' }), 401, 'invalid_credentials')
  }
  assertProblem(await browser.signIn('ann@people.test', { totp: '000000' }), 429, 'rate_limited')
})

test('a second factor is turned on with a right code and off with the password', async (t) => {
  const scene = await openScene(t)
  const { browser } = await withTotp(scene, 'ann@people.test')
  assertProblem(await browser.call('POST', '/totp'), 409, 'conflict')
  assertProblem(await browser.call('POST', '/totp/confirm', { code: '1' }), 409, 'conflict')
  assertProblem(await browser.call('DELETE', '/totp', { password: 'wrong' }), 401, 'invalid_credentials')
  assertProblem(await browser.call('DELETE', '/totp'), 401, 'invalid_credentials')
  await browser.do('DELETE', '/totp', { password: 'correct horse battery' })
  assert.equal((await new Browser(scene).signIn('ann@people.test')).status, 201)
  await browser.do('POST', '/totp')
  const wrong = await browser.call('POST', '/totp/confirm', { code: '000000' })
  assertProblem(wrong, 400, 'invalid_request')
  assert.equal(wrong.json.errors[0].pointer, '/code')
})
