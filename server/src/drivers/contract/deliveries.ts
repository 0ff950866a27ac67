import assert from 'node:assert/strict'
import { claim, DAY, mail, type OpenStore, owner, put, rejectsWith, scenario, T0 } from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'
import {
  addWebhook,
  BOX,
  claimDue,
  deliveryOf,
  endAll,
  LEASE,
  resultOf,
  sendMails,
  states,
  subscribed,
} from './webhook-scene.ts'

/** What a sender does with them. */
export function deliveries(open: OpenStore): void {
  scenario(open, 'each is claimed once, in its order, and no more than the endpoint may have', async (store) => {
    const { webhook } = await subscribed(store)
    await sendMails(store, 7)
    const first = await claimDue(store, T0)
    assert.deepEqual(
      first.map(({ webhookId, seq, attempt, sinceStart, manual }) => [webhookId, seq, attempt, sinceStart, manual]),
      [1, 2, 3, 4, 5].map((seq) => [webhook, seq, 1, 1, false]),
    )
    assert.deepEqual(await claimDue(store, T0), [])
    await store.webhooks.record([resultOf(first[1] as (typeof first)[0], T0, 'delivered')], 10)
    const next = await claimDue(store, T0)
    assert.deepEqual(
      next.map(({ seq }) => seq),
      [6],
    )
  })

  scenario(open, 'nothing is claimed before its time, and nextDue says when that is', async (store) => {
    await subscribed(store)
    assert.equal(await store.webhooks.nextDue(), null)
    await sendMails(store, 1, T0 + 1_000)
    assert.equal(await store.webhooks.nextDue(), T0 + 1_000)
    assert.deepEqual(await claimDue(store, T0 + 999), [])
    assert.equal((await claimDue(store, T0 + 1_000)).length, 1)
    assert.equal(await store.webhooks.nextDue(), T0 + 1_000 + LEASE)
    assert.equal((await claimDue(store, T0 + 1_000 + LEASE)).length, 1, 'a dead sender’s work is taken over')
  })

  scenario(open, 'parallel claims never share one', async (store) => {
    await subscribed(store)
    await sendMails(store, 40)
    const all = (
      await Promise.all(Array.from({ length: 10 }, () => claimDue(store, T0, { perEndpoint: 4, limit: 3 })))
    ).flat()
    assert.equal(all.length, 4)
    assert.equal(new Set(all.map(({ seq }) => seq)).size, 4)
  })

  scenario(open, 'endpoints are served in turn, and none beyond its account’s share', async (store) => {
    const [ann, bob] = [await owner(store, 'team'), await owner(store, 'team')]
    await claim(store, ann, BOX)
    await claim(store, bob, 'bob@mayfly.test')
    const annIds = [await addWebhook(store, ann), await addWebhook(store, ann)]
    const bobId = await addWebhook(store, bob)
    await sendMails(store, 10)
    for (let n = 0; n < 10; n++) await put(store, mail('bob@mayfly.test', { at: T0 + 1 }))
    const claimed = await claimDue(store, T0 + 1, { limit: 8, perEndpoint: 5, perAccount: 6 })
    const count = (id: string) => claimed.filter(({ webhookId }) => webhookId === id).length
    assert.equal(count(annIds[0] as string) + count(annIds[1] as string), 6)
    assert.equal(count(bobId), 2)
    const second = await claimDue(store, T0 + 1, { limit: 2, perEndpoint: 5, perAccount: 6 })
    assert.deepEqual(new Set(second.map(({ webhookId }) => webhookId)), new Set([bobId]))
  })

  scenario(open, 'an attempt is written down, and its delivery ends or waits', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 4)
    const [a, b, c, d] = await claimDue(store, T0)
    assert.ok(a && b && c && d)
    const late = { ...resultOf(d, T0, { retryAt: T0 + 60_000 }), data: '{"more":true}' }
    await store.webhooks.record(
      [resultOf(a, T0, 'delivered'), resultOf(b, T0, 'rejected', 'nothing'), resultOf(c, T0, 'failed'), late],
      10,
    )
    assert.deepEqual(await states(store, account, webhook), ['4 retrying', '3 failed', '2 rejected', '1 delivered'])
    const delivery = await deliveryOf(store, account, webhook, 4)
    assert.deepEqual([delivery.nextAttemptAt, delivery.data], [T0 + 60_000, '{"more":true}'])
    const [attempt] = delivery.attempts
    assert.deepEqual(
      [attempt?.number, attempt?.at, attempt?.status, attempt?.durationMs, attempt?.error],
      [1, T0, 500, 5, null],
    )
    assert.equal(Buffer.from(attempt?.response ?? []).toString(), 'so it goes')
    const page = { before: null, limit: 1, responseBytes: 5 }
    const [listed] = await store.webhooks.deliveries(account, webhook, page)
    assert.equal(Buffer.from(listed?.attempts[0]?.response ?? []).toString(), 'so it')
    assert.deepEqual(await claimDue(store, T0 + 59_999), [])
    const [again] = await claimDue(store, T0 + 60_000)
    assert.deepEqual([again?.seq, again?.attempt, again?.sinceStart], [4, 2, 2])
  })

  scenario(open, 'failures are counted one by one, and a success sets the count to zero', async (store) => {
    const { account, webhook } = await subscribed(store)
    const failures = async () => (await store.webhooks.get(account, webhook))?.consecutiveFailures
    for (let n = 0; n < 9; n++) {
      await sendMails(store, 1, T0 + n)
      assert.equal(await endAll(store, T0 + n, 'failed'), 1)
    }
    assert.equal(await failures(), 9)
    await sendMails(store, 1, T0 + 9)
    await endAll(store, T0 + 9, 'delivered')
    const webhookThen = await store.webhooks.get(account, webhook)
    assert.deepEqual(
      [webhookThen?.consecutiveFailures, webhookThen?.state, webhookThen?.lastSuccessAt, webhookThen?.lastFailureAt],
      [0, 'active', T0 + 14, T0 + 13],
    )
  })

  scenario(open, 'the tenth failure pauses, also where two fail side by side; what is open is held', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 12)
    const claims = await claimDue(store, T0, { perEndpoint: 10 })
    const results = claims.map((one) => resultOf(one, T0, { retryAt: T0 + 60_000 }))
    assert.deepEqual(await store.webhooks.record(results.slice(0, 9), 10), [])
    assert.deepEqual(await store.webhooks.record(results.slice(9), 10), [{ webhookId: webhook, accountId: account }])
    const paused = await store.webhooks.get(account, webhook)
    assert.deepEqual([paused?.state, paused?.pausedReason, paused?.consecutiveFailures], ['paused', 'failures', 10])
    assert.deepEqual(await claimDue(store, T0 + DAY), [])
    assert.equal(await store.webhooks.nextDue(), null)
    await sendMails(store, 1)
    const held = await states(store, account, webhook)
    assert.equal(held.length, 13)
    assert.ok(held.every((line) => line.endsWith(' held')))
    assert.deepEqual(await store.webhooks.backlog(), { open: 0, held: 13 })
    const resumed = await store.webhooks.resume(account, webhook, T0 + 1, 10)
    assert.deepEqual([resumed?.state, resumed?.pausedReason, resumed?.consecutiveFailures], ['active', null, 0])
    assert.deepEqual(
      (await claimDue(store, T0 + 1)).map(({ seq }) => seq),
      [11, 12, 13],
    )
    assert.equal((await claimDue(store, T0 + 60_000, { perEndpoint: 20 })).length, 13, 'the claims of three have ended')
  })

  scenario(open, 'an endpoint whose last attempt failed gets one at a time', async (store) => {
    const { webhook } = await subscribed(store)
    await sendMails(store, 6)
    const claims = await claimDue(store, T0)
    await store.webhooks.record(
      claims.map((one) => resultOf(one, T0, { retryAt: T0 + DAY })),
      10,
    )
    const [probe, ...rest] = await claimDue(store, T0)
    assert.deepEqual([probe?.webhookId, probe?.seq, rest.length], [webhook, 6, 0])
    await store.webhooks.record([resultOf(probe as NonNullable<typeof probe>, T0, 'delivered')], 10)
    assert.equal((await claimDue(store, T0 + DAY)).length, 5)
  })

  scenario(open, 'held deliveries are dropped up to a seq, in steps', async (store) => {
    const { account, webhook } = await subscribed(store)
    assert.equal(await store.webhooks.dropHeld(account, webhook, 100, 100), 0)
    await store.webhooks.pause(account, webhook, 'manual')
    await sendMails(store, 5)
    assert.equal(await store.webhooks.lastSeq(account, webhook), 5)
    assert.equal(await store.webhooks.dropHeld(account, webhook, 4, 3), 3)
    assert.equal(await store.webhooks.dropHeld(account, webhook, 4, 3), 1)
    await store.webhooks.resume(account, webhook, T0, 10)
    assert.deepEqual(await states(store, account, webhook), [
      '5 pending',
      '4 dropped',
      '3 dropped',
      '2 dropped',
      '1 dropped',
    ])
    assert.deepEqual(await store.webhooks.backlog(), { open: 1, held: 0 })
  })

  scenario(open, 'a ping goes out beside everything, also while paused, one at a time', async (store) => {
    const { account, webhook } = await subscribed(store, { state: 'active' })
    await store.webhooks.pause(account, webhook, 'manual')
    await sendMails(store, 1)
    const seq = await store.webhooks.ping(account, webhook, '{"endpoint_id":"x"}', T0)
    assert.equal(seq, 2)
    await rejectsWith('conflict', store.webhooks.ping(account, webhook, '{}', T0))
    assert.equal(await store.webhooks.nextDue(), T0)
    const claims = await claimDue(store, T0)
    assert.deepEqual(
      claims.map((one) => [one.seq, one.event, one.manual, one.data]),
      [[2, 'test.ping', true, '{"endpoint_id":"x"}']],
    )
    await store.webhooks.record([resultOf(claims[0] as (typeof claims)[0], T0, 'failed', 'nothing')], 10)
    const after = await store.webhooks.get(account, webhook)
    assert.equal(after?.consecutiveFailures, 0)
    assert.deepEqual(await states(store, account, webhook), ['2 failed', '1 held'])
    assert.equal(await store.webhooks.ping(account, webhook, '{}', T0), 3)
  })

  scenario(open, 'one is sent again: its schedule begins anew, its attempts are counted on', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 1)
    await endAll(store, T0, 'failed')
    assert.equal(await store.webhooks.redeliver(account, webhook, 1, T0 + 5), true)
    assert.deepEqual(await states(store, account, webhook), ['1 pending'])
    const [again] = await claimDue(store, T0 + 5)
    assert.deepEqual([again?.attempt, again?.sinceStart, again?.manual], [2, 1, true])
    await rejectsWith('conflict', store.webhooks.redeliver(account, webhook, 1, T0 + 6))
    await store.webhooks.record([resultOf(again as NonNullable<typeof again>, T0 + 5, 'delivered')], 10)
    assert.equal((await deliveryOf(store, account, webhook, 1)).attempts.length, 2)
    assert.equal(await store.webhooks.redeliver(account, webhook, 9, T0), false)
    assert.equal(await store.webhooks.redeliver(await owner(store), webhook, 1, T0), false)
    await store.webhooks.pause(account, webhook, 'manual')
    await rejectsWith('conflict', store.webhooks.redeliver(account, webhook, 1, T0))
  })

  scenario(open, 'all that failed since then is sent again, in steps', async (store) => {
    const { account, webhook } = await subscribed(store)
    for (let n = 0; n < 6; n++) {
      await sendMails(store, 1, T0 + n * 1_000)
      await endAll(store, T0 + n * 1_000, n === 4 ? 'rejected' : n === 3 ? 'delivered' : 'failed')
    }
    const wish = { states: ['failed'] as const, since: T0 + 1_000, now: T0 + DAY, limit: 3 }
    const first = await store.webhooks.redeliverAll(account, webhook, { ...wish, before: 7 })
    assert.deepEqual(first, { count: 1, next: 4 })
    const second = await store.webhooks.redeliverAll(account, webhook, { ...wish, before: 4 })
    assert.deepEqual(second, { count: 2, next: null })
    assert.deepEqual(await states(store, account, webhook), [
      '6 pending',
      '5 rejected',
      '4 delivered',
      '3 pending',
      '2 pending',
      '1 failed',
    ])
  })

  scenario(open, 'what is given back is due at once', async (store) => {
    await subscribed(store)
    await sendMails(store, 2)
    const claims = await claimDue(store, T0)
    await store.webhooks.release(claims.slice(0, 1), T0 + 10)
    assert.deepEqual(
      (await claimDue(store, T0 + 10)).map(({ seq, attempt }) => [seq, attempt]),
      [[1, 1]],
    )
  })

  scenario(open, 'a second result of the same attempt counts only if it arrived', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 1)
    const [one] = await claimDue(store, T0)
    const [takenOver] = await claimDue(store, T0 + LEASE)
    assert.ok(one && takenOver)
    await store.webhooks.record([resultOf(takenOver, T0 + LEASE, 'delivered')], 10)
    await store.webhooks.record([resultOf(one, T0, { retryAt: T0 + 1 })], 10)
    assert.deepEqual(await states(store, account, webhook), ['1 delivered'])
    assert.equal((await store.webhooks.get(account, webhook))?.consecutiveFailures, 0)
  })

  scenario(open, 'results for what is gone are left out', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 1)
    const claims = await claimDue(store, T0)
    await store.webhooks.delete(account, webhook)
    assert.deepEqual(
      await store.webhooks.record(
        claims.map((one) => resultOf(one, T0, 'failed')),
        1,
      ),
      [],
    )
    await store.webhooks.release(claims, T0)
  })

  scenario(open, 'the log is kept for its time, or for the plan’s where that is shorter', async (store) => {
    const { account, webhook } = await subscribed(store)
    await sendMails(store, 3, T0)
    await endAll(store, T0, 'delivered')
    await sendMails(store, 2, T0 + DAY)
    const rules = { deliveryLogMs: 30 * DAY, limit: 2 }
    await sweepAll(store, rulesAt(T0 + 30 * DAY, rules))
    assert.equal((await states(store, account, webhook)).length, 5)
    await sweepAll(store, rulesAt(T0 + 30 * DAY + 1, rules))
    assert.deepEqual(await states(store, account, webhook), ['5 pending', '4 pending'])
    assert.deepEqual(await store.webhooks.backlog(), { open: 2, held: 0 })
    await store.setPlan(account, 'free', 10)
    await sweepAll(store, rulesAt(T0 + 30 * DAY + 1, rules))
    assert.deepEqual(await states(store, account, webhook), [])
    assert.equal(await store.webhooks.nextDue(), null)
    assert.deepEqual(await store.webhooks.backlog(), { open: 0, held: 0 })
  })

  scenario(open, 'a clock that goes back neither holds up a delivery nor turns the log around', async (store) => {
    const { account, webhook } = await subscribed(store)
    await put(store, mail(BOX, { at: T0 + DAY }))
    await claim(store, account, 'late@mayfly.test', { at: T0 })
    await put(store, mail('late@mayfly.test', { at: T0 }))
    assert.deepEqual(
      (await claimDue(store, T0)).map(({ seq }) => seq),
      [2, 3],
    )
    const log = await store.webhooks.deliveries(account, webhook, { before: null, limit: 9, responseBytes: 0 })
    assert.deepEqual(
      log.map(({ seq, createdAt }) => [seq, createdAt]),
      [
        [3, T0 + DAY],
        [2, T0 + DAY],
        [1, T0 + DAY],
      ],
    )
  })
}
