import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryOutbound } from '../../../../../drivers/memory/outbound.ts'
import { assertProblem, openScene, until } from '../../../test-mail.ts'
import { assertPointer } from '../test-api.ts'
import { Browser, ownerEmail, PASSWORD, signUp } from './test-people.ts'

test('what is wrong in a sign-up is named by a pointer, and makes nothing', async (t) => {
  const scene = await openScene(t)
  const browser = new Browser(scene)
  const wrong: [unknown, string][] = [
    [{}, '/email'],
    [{ email: 'nobody', password: PASSWORD }, '/email'],
    [{ email: 'a@b.test', password: 'short' }, '/password'],
    [{ email: 'a@b.test', password: 'x'.repeat(201) }, '/password'],
    [{ email: 'a@b.test', password: 'Password1234' }, '/password'],
    [{ email: 'a@b.test', password: 'aaaaaaaaaaaa' }, '/password'],
    [{ email: 'somebody@b.test', password: 'SOMEBODY@b.test' }, '/password'],
    [{ email: 'a@b.test', password: PASSWORD, plan: 'team' }, '/plan'],
  ]
  for (const [body, pointer] of wrong) assertPointer(await browser.call('POST', '/signup', body), pointer)
  assert.equal((await scene.store.accounts(null, 10)).length, 1)
})

test('without mail a taken address is a conflict, and one place cannot ask for many', async (t) => {
  const scene = await openScene(t)
  await signUp(scene, 'ann@people.test')
  const browser = new Browser(scene)
  const ask = () => browser.call('POST', '/signup', { email: 'ANN@people.test', password: PASSWORD })
  assertProblem(await ask(), 409, 'conflict')
  for (let i = 0; i < 8; i++) await ask()
  const limited = await ask()
  assertProblem(limited, 429, 'rate_limited')
  assert.ok(limited.headers.has('retry-after'))
})

test('a closed door is a 403', async (t) => {
  const scene = await openScene(t, { people: { signUp: 'closed' } })
  const browser = new Browser(scene)
  assertProblem(await browser.call('POST', '/signup', { email: 'a@b.test', password: PASSWORD }), 403, 'forbidden')
  assertProblem(await browser.call('POST', '/signup/confirm', { email: 'a@b.test', code: '1' }), 403, 'forbidden')
})

test('with mail the answer and the work are the same for a taken address, which hears of it', async (t) => {
  const outbound = new MemoryOutbound()
  const scene = await openScene(t, { people: { outbound } })
  const email = await ownerEmail(scene)
  const browser = new Browser(scene)
  const seen: string[] = []
  for (const address of ['new@people.test', email]) {
    const before = scene.mail.people.passwordWork
    const answer = await browser.call('POST', '/signup', { email: address, password: PASSWORD })
    assert.equal(answer.headers.get('set-cookie'), null)
    seen.push(`${answer.status} ${answer.text} ${scene.mail.people.passwordWork - before}`)
  }
  assert.deepEqual(new Set(seen), new Set(['202 {"status":"code_sent"} 1']))
  await until(() => outbound.letters.length === 2)
  assert.deepEqual(new Set(outbound.letters.map(({ to }) => to)), new Set(['new@people.test', email]))
  const taken = outbound.letters.find(({ to }) => to === email)
  assert.match(taken?.text ?? '', /have an account already/)
  assert.doesNotMatch(taken?.text ?? '', /\b\d{6}\b/)
})

test('a code finishes the sign-up: five tries, a quarter of an hour, once', async (t) => {
  const outbound = new MemoryOutbound()
  const scene = await openScene(t, { people: { outbound, defaultPlan: 'plus' } })
  const browser = new Browser(scene)
  const ask = async (email: string): Promise<string> => {
    const count = outbound.letters.length
    await browser.do('POST', '/signup', { email, password: PASSWORD })
    await until(() => outbound.letters.length > count)
    return /\b(\d{6})\b/.exec(outbound.letters.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const confirm = (email: string, code: string) => browser.call('POST', '/signup/confirm', { email, code })
  const code = await ask('ann@people.test')
  const wrong = code === '000000' ? '000001' : '000000'
  assertProblem(await confirm('ann@people.test', wrong), 401, 'invalid_credentials')
  assertProblem(await confirm('bob@people.test', code), 401, 'invalid_credentials')
  const made = await confirm('ann@people.test', code)
  assert.equal(made.status, 201)
  assert.equal(made.json.account.plan, 'plus')
  assertProblem(await confirm('ann@people.test', code), 401, 'invalid_credentials')
  assert.equal((await new Browser(scene).signIn('ann@people.test')).status, 201)
  const tried = await ask('bob@people.test')
  for (let i = 0; i < 5; i++) await confirm('bob@people.test', tried === '000000' ? '000001' : '000000')
  assertProblem(await confirm('bob@people.test', tried), 401, 'invalid_credentials')
  const late = await ask('bob@people.test')
  scene.clock.at += 15 * 60_000
  assertProblem(await confirm('bob@people.test', late), 401, 'invalid_credentials')
})
