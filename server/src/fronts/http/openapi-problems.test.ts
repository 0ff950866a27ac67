import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { KEY_SCOPES } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { verify } from '../../drivers/contract/domain-scene.ts'
import { newWebhook } from '../../drivers/contract/webhook-scene.ts'
import { describeApi } from './describe-api.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { ownerOf, personIn } from './routes/v1/people/test-people.ts'
import { assertDescribed, type Call, callsOf, problemsIn } from './test-described.ts'
import { type Answer, assertProblem, INBOX, openScene } from './test-mail.ts'
import { noteOf, passwordHash, takeAddress, turnTotpOn } from './test-people-stage.ts'
import { DOMAIN, LETTER, Stage } from './test-stage.ts'

/** For each code that is documented: how to be refused with it. */
const PROVOCATIONS: Readonly<Record<string, (stage: Stage) => Promise<Answer>>> = {
  invalid_request: (stage) => stage.ask({ query: 'x=%ff' }),
  invalid_address: (stage) => stage.ask({ address: 'nobody' }),
  missing_key: (stage) => stage.ask({ key: null }),
  invalid_key: (stage) => stage.ask({ key: 'tk_none' }),
  async revoked_key(stage) {
    const { id, key } = await stage.scene.keyWith('full')
    await stage.scene.revoke(id)
    return stage.ask({ key })
  },
  async inbox_taken(stage) {
    return stage.ask({ key: (await stage.scene.account()).key })
  },
  inbox_limit_reached: (stage) => stage.ask({ address: 'second@mayfly.test' }),
  async inbox_full(stage) {
    await stage.scene.deliver({ text: 'x'.repeat(3_500) })
    return stage.ask(stage.call.path.endsWith('/messages') ? { body: `${LETTER}${'x'.repeat(1_500)}` } : {})
  },
  async forbidden(stage) {
    const { scene, call, people } = stage
    if (call.path.startsWith('/v1/signup')) {
      scene.people.signUp = 'closed'
      return stage.ask()
    }
    const scopes = Object.values(call.operation.security[0] ?? {}).flat()
    const scope = stage.access === 'key' ? KEY_SCOPES.find((one) => !scopes.includes(one)) : undefined
    if (scope) return stage.ask({ key: (await scene.keyWith(scope)).key })
    await scene.store.people.setSuspended(people?.accountId ?? '', scene.clock.now(), noteOf(scene))
    scene.clock.at += 1_000
    return stage.ask()
  },
  csrf: async (stage) =>
    stage.ask({ site: null, ...(stage.access !== 'open' && { key: null, cookie: stage.people?.cookie ?? '' }) }),
  async invalid_credentials(stage) {
    const { scene, call, people } = stage
    const { body = {}, userId = '' } = people ?? {}
    if (call.method === 'GET') return stage.ask({ query: 'token=none' })
    if ('token' in body) return stage.ask({ body: JSON.stringify({ ...body, token: 'none' }) })
    if ('code' in body) return stage.ask({ body: JSON.stringify({ ...body, code: '000000' }) })
    if ('email' in body) return stage.ask({ body: JSON.stringify({ ...body, password: 'wrong' }) })
    // Whoever has a password has to show it.
    const [session] = await scene.store.people.sessions(userId)
    await scene.store.people.setPassword(userId, await passwordHash(), session?.id ?? null, noteOf(scene))
    return stage.ask()
  },
  async totp_required(stage) {
    await turnTotpOn(stage.scene, stage.people?.userId ?? '')
    return stage.ask()
  },
  async not_found(stage) {
    const { path } = stage.call
    if (path.includes('{id}')) return stage.ask({}, 'gone')
    if (path.includes('{domain}')) return stage.ask({ domain: 'gone.test' })
    if (path === '/v1/device') return stage.ask({ query: 'user_code=BBBB-BBBB' })
    if (path === '/v1/device/approve') return stage.ask({ body: '{"user_code":"BBBB-BBBB","approve":true}' })
    // A call that waits finds it out while it waits, any other when it asks.
    if (!/wait|getMail/.test(path)) return stage.ask({ address: 'none@mayfly.test' })
    const held = stage.ask({ query: 'subject=none&timeout=20&wait=20' })
    await stage.scene.openWaits(1)
    const { scene } = stage
    await scene.mail.deleteInbox(await scene.mail.authenticate(scene.key), INBOX)
    return held
  },
  async plan_required(stage) {
    const { scene, call } = stage
    if (call.path === '/v1/invites') await stage.ask()
    else if (call.path === '/v1/invites/accept') await personIn(scene, scene.accountId, 'member')
    else if (call.path === '/v1/domains') await stage.ask({ domain: 'other.test' })
    else if (call.path === '/v1/webhooks') await scene.addWebhook()
    else {
      for (const { id } of await scene.store.webhooks.list(scene.accountId)) {
        await scene.store.webhooks.pause(scene.accountId, id, 'manual')
      }
      const webhook = newWebhook(scene.accountId)
      await scene.store.webhooks.create({ webhook, secret: 'whsec_x', cap: 2 })
    }
    return stage.ask()
  },
  async conflict(stage) {
    const { scene, call, people } = stage
    const now = scene.clock.now()
    if (call.path.startsWith('/v1/domains'))
      await verify(scene.store, (await scene.account()).accountId, { name: DOMAIN })
    if (/signup|accept/.test(call.path)) await takeAddress(scene)
    if (call.path.startsWith('/v1/totp')) await turnTotpOn(scene, people?.userId ?? '')
    if (call.path === '/v1/account') return stage.ask({ cookie: (await ownerOf(scene)).cookie })
    if (call.path === '/v1/members/{id}') return stage.ask({}, people?.userId)
    if (call.path.includes('operator')) return stage.ask({ body: '{"suspended":true}' }, scene.accountId)
    for (const { id } of await scene.store.webhooks.list(scene.accountId)) {
      if (call.path.endsWith('/test')) await scene.store.webhooks.ping(scene.accountId, id, '{}', now)
      else await scene.store.webhooks.pause(scene.accountId, id, 'manual')
    }
    return stage.ask()
  },
  async in_progress(stage) {
    await begin(stage, 'one')
    return stage.ask({ once: 'one' })
  },
  too_large: (stage) => stage.ask({ body: `{"x":"${'x'.repeat(70_000)}"}` }),
  unsupported_media_type: (stage) => stage.ask({ type: 'text/plain', body: 'x' }),
  foreign_domain: (stage) => stage.ask({ address: 'ann@elsewhere.test' }),
  domain_not_allowed: (stage) => stage.ask({ domain: 'co.uk' }),
  async idempotency_mismatch(stage) {
    await begin(stage, 'two')
    return stage.ask({ once: 'two', query: 'x=1' })
  },
  async rate_limited(stage) {
    const { mail } = stage.scene
    if (stage.access === 'open') {
      // Whatever is sent counts.
      for (let i = 0; i < MOST_VISITS; i++) if ((await stage.ask({ body: '{}' })).status === 429) break
    } else {
      const principal = await mail.authenticate(stage.people?.key ?? '')
      for (let i = 0; i < 40; i++) await mail.takeRequest(principal)
    }
    return stage.ask()
  },
  async too_many_waits(stage) {
    const held = stage.scene.getMail({ subject: 'none', wait: '20' })
    await stage.scene.openWaits(1)
    const refused = await stage.ask({ query: 'subject=none&timeout=20&wait=20' })
    await stage.scene.deliver({ subject: 'none' })
    await held
    return refused
  },
  internal: (stage) => failing(stage, new Error('broken')),
  unavailable: (stage) => failing(stage, new DomainError('unavailable', 'Try again.')),
}

function failing(stage: Stage, error: Error): Promise<Answer> {
  const { scene } = stage
  const fail = () => Promise.reject(error)
  Object.assign(scene.store, { keyByHash: fail })
  Object.assign(scene.store.people, { sessionByHash: fail })
  if (stage.access === 'open') Object.assign(scene.limiter, { take: fail })
  scene.clock.at += 1_000
  return stage.ask()
}

/** A request under this name that is never answered. */
async function begin(stage: Stage, once: string): Promise<void> {
  const { store } = stage.scene
  const endOnce = store.endOnce.bind(store)
  Object.assign(store, { endOnce: async () => undefined })
  await stage.ask({ once })
  Object.assign(store, { endOnce })
}

/** More than any call takes from one address in a minute. */
const MOST_VISITS = 300

const LIMITS = {
  inboxes: 1,
  webhook_endpoints: 1,
  custom_domains: 1,
  members: 2,
  open_waits: 1,
  requests_per_minute: 40,
  message_bytes: 4_000,
  stored_bytes: 4_000,
}

const DOCUMENT = await describeApi()
const CALLS = callsOf(DOCUMENT)
assert.ok(CALLS.length > 20)

/** Those that leave everything as it was: they can share a scene, which takes long to build. */
const HARMLESS: ReadonlySet<string> = new Set([
  'invalid_request',
  'missing_key',
  'invalid_key',
  'revoked_key',
  'csrf',
  'too_large',
  'unsupported_media_type',
])

for (const call of CALLS) {
  const problems = problemsIn(DOCUMENT, call.operation)
  if (problems.length === 0) continue
  test(`${call.method} ${call.path} can be refused with all that is documented`, async (t) => {
    const shared = await openStage(t, call)
    for (const [status, code] of problems) {
      const stage = HARMLESS.has(code) ? shared : await openStage(t, call)
      const provoke = PROVOCATIONS[code]
      assert.ok(provoke, `nobody knows how to be refused with ${code}`)
      await t.test(code, async () => assertProblem(await provoke(stage), status, code))
      if (stage !== shared) await stage.scene.close()
    }
  })
}

async function openStage(t: TestContext, call: Call): Promise<Stage> {
  return new Stage(await openScene(t, { limits: LIMITS }), call).prepare()
}

test('304 is given by those calls that document it', async (t) => {
  for (const call of CALLS.filter(({ operation }) => operation.responses['304'])) {
    // One each: what is prepared for one call goes on to change what another answers.
    const scene = await openScene(t, { limits: { open_waits: 1, webhook_endpoints: 50, custom_domains: 5 } })
    const stage = await new Stage(scene, call).prepare()
    const etag = (await stage.ask()).headers.get('etag')
    assert.ok(etag, `${call.path} has no ETag`)
    // What is left of the rate, or was asked within the minute, is in these: no two answers are the same.
    const changing = ['/v1/account', '/v1/operator/status'].includes(call.path)
    const unchanged = await stage.ask({ tag: changing ? '*' : etag })
    assert.equal(unchanged.status, 304, call.path)
    assert.ok(unchanged.headers.has('etag'))
    await scene.close()
  }
})

test('an answer that the description lacks is found', async (t) => {
  const scene = await openScene(t)
  const document: OpenApiDocument = (await scene.fetch('/openapi.json')).json
  const seen = { method: 'GET', url: `${scene.url}/v1/account`, headers: new Headers() }
  assertDescribed(document, { ...seen, status: 200 })
  assertDescribed(document, { ...seen, status: 403, code: 'forbidden' })
  assert.throws(() => assertDescribed(document, { ...seen, status: 404, code: 'not_found' }))
  assert.throws(() => assertDescribed(document, { ...seen, status: 403, code: 'inbox_taken' }))
  assert.throws(() => assertDescribed(document, { ...seen, status: 200, headers: new Headers({ link: '<x>' }) }))
})
