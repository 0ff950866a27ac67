import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene, type Scene } from '../../../test-mail.ts'
import { Browser, ownerOf, PASSWORD, signUp } from './test-people.ts'

/** What a browser says of a request that another site has caused. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'https://neighbour.mayfly.test' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'not a url' },
  {},
]

function post(scene: Scene, path: string, headers: Record<string, string>, body: string): ReturnType<Scene['fetch']> {
  return scene.fetch(`/v1${path}`, { method: 'POST', headers, body })
}

test("a foreign site's fetch changes nothing, with whatever it says", async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  for (const site of FOREIGN) {
    const headers = { Cookie: owner.cookie, 'Content-Type': 'application/json', ...site }
    assertProblem(await post(scene, '/keys', headers, '{"name":"stolen"}'), 403, 'csrf')
    const remove = { method: 'DELETE', headers }
    assertProblem(await scene.fetch('/v1/session', remove), 403, 'csrf')
  }
  assert.equal((await owner.do('GET', '/keys')).data.length, 1)
})

test("a foreign site's form changes nothing", async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  // The types that a form can have, of which text/plain can be made to look like JSON.
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    for (const site of FOREIGN) {
      const headers = { Cookie: owner.cookie, 'Content-Type': type, ...site }
      assertProblem(
        await post(scene, '/inboxes/mine@mayfly.test/test-mail', headers, '{"name":"x","x":"="}'),
        403,
        'csrf',
      )
    }
    // Even from here no form is taken where JSON is asked for.
    const headers = { Cookie: owner.cookie, 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' }
    assertProblem(await post(scene, '/keys', headers, '{"name":"x","x":"="}'), 415, 'unsupported_media_type')
  }
  assert.equal((await owner.do('GET', '/inboxes')).data.length, 0)
})

test('nobody is signed in or up by a foreign site', async (t) => {
  const scene = await openScene(t)
  await signUp(scene, 'ann@people.test')
  const calls: [string, object][] = [
    ['/session', { email: 'ann@people.test', password: PASSWORD }],
    ['/session/link', { token: 'x' }],
    ['/signup', { email: 'eve@people.test', password: PASSWORD }],
    ['/signup/confirm', { email: 'eve@people.test', code: '1' }],
    ['/invites/accept', { token: 'x', email: 'eve@people.test', password: PASSWORD }],
    ['/password/reset', { token: 'x', new_password: PASSWORD }],
    ['/password/forgot', { email: 'ann@people.test' }],
  ]
  for (const site of FOREIGN) {
    for (const [path, body] of calls) {
      const answer = await post(scene, path, { 'Content-Type': 'application/json', ...site }, JSON.stringify(body))
      assertProblem(answer, 403, 'csrf')
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  }
})

test('our own page may, by Sec-Fetch-Site or by Origin; a key needs neither', async (t) => {
  const plain = await openScene(t)
  const scene = await openScene(t, { front: { baseUrl: 'https://mail.example.com' } })
  const ours: [Scene, Record<string, string>][] = [
    [plain, { 'Sec-Fetch-Site': 'same-origin' }],
    [plain, { Origin: plain.url }],
    [scene, { 'Sec-Fetch-Site': 'same-origin' }],
    [scene, { Origin: 'https://mail.example.com' }],
  ]
  for (const [place, site] of ours) {
    const browser = new Browser(place, (await ownerOf(place)).cookie, site)
    const cookie = browser.cookie.replace('mayfly', place === scene ? '__Host-mayfly' : 'mayfly')
    assert.equal((await new Browser(place, cookie, site).call('POST', '/keys', { name: 'x' })).status, 201)
  }
  // A page that came without TLS is not ours where there is TLS.
  for (const Origin of ['http://mail.example.com', scene.url]) {
    const tricked = await new Browser(scene, '', { Origin }).call('POST', '/session', {
      email: 'a@b.test',
      password: 'x',
    })
    assertProblem(tricked, 403, 'csrf')
  }
  const headers = { 'X-API-KEY': scene.key, 'Content-Type': 'application/json', Origin: 'https://app.example' }
  assert.equal((await post(scene, '/keys', headers, '{"name":"x"}')).status, 201)
})

test('a foreign site may make a browser read, and learns nothing: no answer names it in CORS', async (t) => {
  const scene = await openScene(t)
  const owner = await ownerOf(scene)
  const headers = { Cookie: owner.cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const answer = await scene.fetch('/v1/account', { headers })
  assert.equal(answer.status, 200)
  for (const name of answer.headers.keys()) assert.ok(!name.startsWith('access-control'), name)
})
