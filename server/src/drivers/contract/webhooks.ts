import assert from 'node:assert/strict'
import { claim, mail, type OpenStore, owner, put, rejectsWith, scenario, T0 } from './scene.ts'
import { addWebhook, BOX, claimDue, deliveryOf, newWebhook, sendMails, states, subscribed } from './webhook-scene.ts'

const OTHER = 'other@mayfly.test'

/** Endpoints, and the rows that events make for them. */
export function webhooks(open: OpenStore): void {
  scenario(open, 'an endpoint is kept as it was made, for its account alone', async (store) => {
    const [ann, bob] = [await owner(store, 'team'), await owner(store, 'team')]
    const webhook = newWebhook(ann, { description: 'Zoë’s', inboxFilter: BOX, events: ['inbox.created'] })
    await store.webhooks.create({ webhook, secret: 'whsec_x', cap: 1 })
    assert.deepEqual({ ...(await store.webhooks.get(ann, webhook.id)) }, webhook)
    assert.deepEqual(await store.webhooks.list(ann), [webhook])
    assert.equal((await store.webhooks.secrets(ann, webhook.id))?.current, 'whsec_x')
    assert.equal(await store.webhooks.get(bob, webhook.id), null)
    assert.deepEqual(await store.webhooks.list(bob), [])
    assert.equal(await store.webhooks.secrets(bob, webhook.id), null)
    assert.equal(await store.webhooks.update(bob, webhook.id, { url: 'https://evil.test' }), null)
    assert.equal(await store.webhooks.delete(bob, webhook.id), false)
    assert.equal(await store.webhooks.pause(bob, webhook.id, 'manual'), null)
    assert.equal(await store.webhooks.ping(bob, webhook.id, '{}', T0), null)
    assert.equal((await store.webhooks.get(ann, webhook.id))?.url, webhook.url)
  })

  scenario(open, 'a cap holds, and a deleted endpoint makes room', async (store) => {
    const ann = await owner(store, 'elite')
    const first = newWebhook(ann)
    await store.webhooks.create({ webhook: first, secret: 'whsec_x', cap: 1 })
    const second = { webhook: newWebhook(ann), secret: 'whsec_x', cap: 1 }
    await rejectsWith('plan_required', store.webhooks.create(second))
    assert.equal(await store.webhooks.delete(ann, first.id), true)
    assert.equal(await store.webhooks.delete(ann, first.id), false)
    await store.webhooks.create(second)
    assert.deepEqual(
      (await store.webhooks.list(ann)).map(({ id }) => id),
      [second.webhook.id],
    )
  })

  scenario(open, 'what is not named in a change stays', async (store) => {
    const ann = await owner(store, 'team')
    const id = await addWebhook(store, ann, { inboxFilter: BOX })
    const changed = await store.webhooks.update(ann, id, { url: 'https://new.test/', events: ['inbox.created'] })
    assert.deepEqual(
      [changed?.url, changed?.events, changed?.inboxFilter],
      ['https://new.test/', ['inbox.created'], BOX],
    )
    assert.equal((await store.webhooks.update(ann, id, { inboxFilter: null }))?.inboxFilter, null)
    assert.equal((await store.webhooks.update(ann, id, { description: 'd' }))?.description, 'd')
  })

  scenario(
    open,
    'a mail makes one delivery for each endpoint that wants it, with the mail’s metadata',
    async (store) => {
      const ann = await owner(store, 'team')
      const { inbox } = await claim(store, ann, BOX)
      const all = await addWebhook(store, ann)
      const filtered = await addWebhook(store, ann, { inboxFilter: OTHER })
      const created = await addWebhook(store, ann, { events: ['inbox.created'] })
      const [place] = await put(store, mail(BOX, { subject: '確認 🦋', size: 321 }))
      assert.equal(place?.deliveriesDue, 1)
      const delivery = await deliveryOf(store, ann, all, 1)
      assert.deepEqual(
        [delivery.event, delivery.state, delivery.createdAt, delivery.nextAttemptAt, delivery.attempts],
        ['message.received', 'pending', T0, T0, []],
      )
      const data = JSON.parse(delivery.data)
      assert.equal(data.inbox_id, inbox.id)
      assert.deepEqual(
        [data.inbox, data.from, data.to, data.subject, data.size_bytes, data.received_at],
        [BOX, 'ann@sender.test', [BOX], '確認 🦋', 321, new Date(T0).toISOString().replace('.000', '')],
      )
      assert.deepEqual(await states(store, ann, filtered), [])
      assert.deepEqual(await states(store, ann, created), [])
    },
  )

  scenario(open, 'a claim tells of the inbox, then of each mail held for it', async (store) => {
    const ann = await owner(store, 'team')
    const id = await addWebhook(store, ann)
    await put(store, mail(BOX, { subject: 'first' }))
    await put(store, mail(BOX, { subject: 'second' }))
    const { deliveriesDue } = await claim(store, ann, BOX)
    assert.equal(deliveriesDue, 3)
    const told = await Promise.all([1, 2, 3].map((seq) => deliveryOf(store, ann, id, seq)))
    assert.deepEqual(
      told.map(({ event, data }) => [event, JSON.parse(data).subject]),
      [
        ['inbox.created', undefined],
        ['message.received', 'first'],
        ['message.received', 'second'],
      ],
    )
    assert.equal((await claim(store, ann, BOX)).deliveriesDue, 0)
  })

  scenario(open, 'where the plan has no webhooks, nobody is told and no row is made', async (store) => {
    const ann = await owner(store, 'free')
    const id = await addWebhook(store, ann)
    await claim(store, ann, BOX, { webhooks: false })
    const [place] = await put(store, mail(BOX, { webhooks: false }))
    assert.equal(place?.deliveriesDue, 0)
    assert.deepEqual(await states(store, ann, id), [])
  })

  scenario(
    open,
    'another plan pauses what is above its cap, the newest first, and these are told nothing',
    async (store) => {
      const ann = await owner(store, 'team')
      await claim(store, ann, BOX)
      const ids = [await addWebhook(store, ann), await addWebhook(store, ann), await addWebhook(store, ann)] as const
      await store.setPlan(ann, 'elite', 1)
      const list = await store.webhooks.list(ann)
      assert.deepEqual(
        list.map(({ state, pausedReason }) => [state, pausedReason]),
        [
          ['active', null],
          ['paused', 'plan'],
          ['paused', 'plan'],
        ],
      )
      await sendMails(store, 1)
      assert.deepEqual(await states(store, ann, ids[0]), ['1 pending'])
      assert.deepEqual(await states(store, ann, ids[1]), [])
      await rejectsWith('plan_required', store.webhooks.resume(ann, ids[1], T0, 1))
      assert.equal((await store.webhooks.resume(ann, ids[1], T0, 2))?.state, 'active')
    },
  )

  scenario(open, 'a deleted endpoint is told nothing more, and its log is gone', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 2)
    await store.webhooks.delete(account, webhook)
    await sendMails(store, 1)
    assert.deepEqual(await claimDue(store, T0), [])
    assert.deepEqual(await states(store, account, webhook), [])
    assert.equal(await store.webhooks.delivery(account, webhook, 1), null)
    const page = { before: null, limit: 10, responseBytes: 10 }
    assert.deepEqual(await store.webhooks.deliveries(account, null, page), [])
  })

  scenario(open, 'secrets are rotated with the one before them', async (store) => {
    const { account, webhook } = await subscribed(store)
    const secrets = { current: 'whsec_new', previous: 'whsec_c2VjcmV0', previousUntil: T0 + 1 }
    assert.equal(await store.webhooks.rotate(account, webhook, secrets), true)
    assert.deepEqual({ ...(await store.webhooks.secrets(account, webhook)) }, secrets)
    await sendMails(store, 1)
    const [claimed] = await claimDue(store, T0)
    assert.deepEqual(claimed?.secrets, secrets)
    assert.equal(await store.webhooks.rotate(account, 'whk_0000000000000000', secrets), false)
  })

  scenario(open, 'the log of all endpoints is one, newest first, page by page', async (store) => {
    const { account, webhook } = await subscribed(store)
    const second = await addWebhook(store, account)
    await sendMails(store, 3, T0)
    await sendMails(store, 2, T0 + 1_000)
    const seen: string[] = []
    let before = null
    for (;;) {
      const page = await store.webhooks.deliveries(account, null, { before, limit: 3, responseBytes: 0 })
      const last = page.at(-1)
      if (!last) break
      seen.push(...page.map(({ createdAt, webhookId, seq }) => `${createdAt - T0} ${webhookId} ${seq}`))
      before = { createdAt: last.createdAt, webhookId: last.webhookId, seq: last.seq }
    }
    const ids = [webhook, second].sort()
    const expected = [1_000, 0].flatMap((after) =>
      ids.flatMap((id) => (after ? [5, 4] : [3, 2, 1]).map((seq) => `${after} ${id} ${seq}`)),
    )
    assert.deepEqual(seen, expected)
  })
}
