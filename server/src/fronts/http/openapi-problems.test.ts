import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_SCOPES } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { newWebhook } from '../../drivers/contract/webhook-scene.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { assertDescribed, callsOf, problemsIn } from './test-described.ts'
import { type Answer, assertProblem, INBOX, openScene } from './test-mail.ts'
import { LETTER, Stage } from './test-stage.ts'

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
    await stage.scene.deliver({ text: 'x'.repeat(3_000) })
    return stage.ask({ body: `${LETTER}${'x'.repeat(1_500)}` })
  },
  async forbidden(stage) {
    const scopes = Object.values(stage.call.operation.security[0] ?? {}).flat()
    const scope = KEY_SCOPES.find((one) => !scopes.includes(one)) ?? 'codes'
    return stage.ask({ key: (await stage.scene.keyWith(scope)).key, query: 'contains=x' })
  },
  async not_found(stage) {
    const { path } = stage.call
    if (path.includes('{id}')) return stage.ask({}, 'gone')
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
    if (call.path === '/v1/webhooks') await scene.addWebhook()
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
    const { scene, call } = stage
    const now = scene.clock.now()
    for (const { id } of await scene.store.webhooks.list(scene.accountId)) {
      if (call.path.endsWith('/test')) await scene.store.webhooks.ping(scene.accountId, id, '{}', now)
      else await scene.store.webhooks.pause(scene.accountId, id, 'manual')
    }
    return stage.ask()
  },
  async in_progress(stage) {
    const { scene } = stage
    const endOnce = scene.store.endOnce.bind(scene.store)
    Object.assign(scene.store, { endOnce: async () => undefined })
    await stage.ask({ once: 'one' })
    Object.assign(scene.store, { endOnce })
    return stage.ask({ once: 'one' })
  },
  too_large: (stage) => stage.ask({ body: `{"x":"${'x'.repeat(70_000)}"}` }),
  unsupported_media_type: (stage) => stage.ask({ type: 'text/plain', body: 'x' }),
  foreign_domain: (stage) => stage.ask({ address: 'ann@elsewhere.test' }),
  async idempotency_mismatch(stage) {
    await stage.ask({ once: 'two' })
    return stage.ask({ once: 'two', query: 'x=1' })
  },
  async rate_limited(stage) {
    for (let i = 0; i < 40; i++)
      await stage.scene.mail.takeRequest(await stage.scene.mail.authenticate(stage.scene.key))
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
  Object.assign(stage.scene.store, { keyByHash: () => Promise.reject(error) })
  stage.scene.clock.at += 1_000
  return stage.ask()
}

const LIMITS = {
  inboxes: 1,
  webhook_endpoints: 1,
  open_waits: 1,
  requests_per_minute: 40,
  message_bytes: 4_000,
  stored_bytes: 4_000,
}

test('whatever refusal is documented can be had, from every call that documents it', async (t) => {
  const document: OpenApiDocument = (await (await openScene(t)).fetch('/openapi.json')).json
  const calls = callsOf(document)
  assert.ok(calls.length > 20)
  for (const call of calls) {
    for (const [status, code] of problemsIn(document, call.operation)) {
      const scene = await openScene(t, { limits: LIMITS })
      const stage = await new Stage(scene, call).prepare()
      const provoke = PROVOCATIONS[code]
      assert.ok(provoke, `nobody knows how to be refused with ${code}`)
      await t.test(`${call.method} ${call.path}: ${code}`, async () =>
        assertProblem(await provoke(stage), status, code),
      )
      await scene.close()
    }
  }
})

test('304 is given by those calls that document it', async (t) => {
  const scene = await openScene(t, { limits: { open_waits: 1, webhook_endpoints: 50 } })
  const document: OpenApiDocument = (await scene.fetch('/openapi.json')).json
  for (const call of callsOf(document).filter(({ operation }) => operation.responses['304'])) {
    const stage = await new Stage(scene, call).prepare()
    const etag = (await stage.ask()).headers.get('etag')
    assert.ok(etag, `${call.path} has no ETag`)
    // What is left of the rate is in the account, so that no two answers are the same.
    const unchanged = await stage.ask({ tag: call.path === '/v1/account' ? '*' : etag })
    assert.equal(unchanged.status, 304, call.path)
    assert.ok(unchanged.headers.has('etag'))
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
