import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, type PlanName } from '../../domain/plan.ts'
import { setPlan } from '../accounts.ts'
import type { Principal } from '../owners.ts'
import { openWebhookRoom, type WebhookRoom } from './test-webhook-room.ts'

/** The account as its key sees it after a change of plan. */
async function changePlan({ room, ann }: WebhookRoom, to: PlanName): Promise<Principal> {
  await setPlan(room.store, DEFAULT_PLANS, room.now, ann.account.id, to)
  room.now += 1_000
  return room.mail.authenticate(ann.keyText)
}

test('which secrets sign: the new one at once, the one before it until its moment', async () => {
  const { room, ann, webhooks, sender, add, send } = await openWebhookRoom()
  const { id, secret } = await add()
  const signing = async () => {
    await send('hello')
    await sender.finish()
    return sender.sent.at(-1)?.secrets
  }
  assert.deepEqual(await signing(), { current: secret, previous: null })
  const rotated = await webhooks.rotateSecret(ann, id, 3_600)
  const until = room.now + 3_600_000
  assert.notEqual(rotated.secret, secret)
  assert.deepEqual(rotated, await webhooks.secret(ann, id))
  assert.deepEqual([rotated.previous_secret, rotated.previous_expires_at], [secret, new Date(until).toISOString()])
  assert.deepEqual(await signing(), { current: rotated.secret, previous: secret })
  room.now = until - 1
  assert.deepEqual(await signing(), { current: rotated.secret, previous: secret })
  room.now = until
  assert.deepEqual(await signing(), { current: rotated.secret, previous: null })
  assert.equal((await webhooks.secret(ann, id)).previous_secret, null)
  const atOnce = await webhooks.rotateSecret(ann, id, 0)
  assert.deepEqual([atOnce.previous_secret, atOnce.previous_expires_at], [null, null])
  assert.deepEqual(await signing(), { current: atOnce.secret, previous: null })
})

test('a retry is signed with the secrets of its own moment', async () => {
  const { ann, webhooks, sender, add, send } = await openWebhookRoom()
  const { id, secret } = await add()
  sender.reply = ({ attempt }) => (attempt === 1 ? 500 : 200)
  await send('hello')
  await sender.turn()
  const rotated = await webhooks.rotateSecret(ann, id, 0)
  await sender.runOut()
  assert.deepEqual(
    sender.sent.map(({ secrets }) => secrets.current),
    [secret, rotated.secret],
  )
})

test('free and plus have no webhooks: refused by name, before the URL is looked at, and no row is made', async () => {
  for (const plan of ['free', 'plus'] as const) {
    const { room, add, send, states } = await openWebhookRoom(plan)
    await assert.rejects(add({ url: 'nonsense' }), {
      code: 'plan_required',
      message: `Your ${plan} plan has no webhooks. The elite plan allows 10.`,
    })
    await send('hello')
    assert.deepEqual(await states(), [])
    assert.deepEqual(await room.mail.outbox.backlog(), { open: 0, held: 0 })
  }
})

test('the cap of a plan is refused with the plan that lifts it', async () => {
  const { add } = await openWebhookRoom('elite')
  for (let n = 0; n < 10; n++) await add()
  await assert.rejects(add(), {
    code: 'plan_required',
    message: 'Your elite plan has 10 webhook endpoints. The team plan allows 50.',
  })
})

test('a downgrade deletes nothing, pauses all, and then a mail makes no row', async () => {
  const scene = await openWebhookRoom('elite')
  const { webhooks, sender, add, send, states } = scene
  const { id } = await add()
  await send('before')
  const free = await changePlan(scene, 'free')
  const { state, paused_reason } = await webhooks.get(free, id)
  assert.deepEqual([state, paused_reason], ['paused', 'plan'])
  await send('after')
  assert.equal(await sender.turn(), 0)
  assert.deepEqual(await states(), ['held'])
  await assert.rejects(webhooks.resume(free, id, 'deliver'), { code: 'plan_required' })
  await webhooks.resume(await changePlan(scene, 'elite'), id, 'deliver')
  assert.equal(await sender.finish(), 1)
  assert.equal(sender.told[0]?.['subject'], 'before')
})

test('a smaller plan pauses the newest above its cap', async () => {
  const scene = await openWebhookRoom('team')
  for (let n = 0; n < 12; n++) await scene.add()
  const elite = await changePlan(scene, 'elite')
  assert.deepEqual(
    (await scene.webhooks.list(elite)).map(({ state }) => state),
    [...Array(10).fill('active'), 'paused', 'paused'],
  )
})

test('what failed since a moment is sent again, and nothing else', async () => {
  const { room, ann, webhooks, sender, add, send } = await openWebhookRoom()
  const { id } = await add()
  const replies: Readonly<Record<string, number>> = { old: 500, fine: 200, failed: 500, rejected: 400 }
  sender.reply = ({ data }) => replies[(data as { subject: string }).subject] ?? 200
  const since = room.now + 3_600_000
  for (const subject of Object.keys(replies)) {
    await send(subject)
    await sender.runOut()
    room.now += 3_600_000
  }
  sender.sent.length = 0
  sender.reply = () => 200
  assert.equal(await webhooks.redeliverSince(ann, id, { since, states: ['failed'] }), 1)
  assert.equal(await webhooks.redeliverSince(ann, id, { since: room.now, states: ['failed'] }), 0)
  await sender.runOut()
  assert.deepEqual(
    sender.sent.map(({ attempt }, i) => [sender.told[i]?.['subject'], attempt]),
    [['failed', 6]],
  )
  assert.equal(await webhooks.redeliverSince(ann, id, { since: 0, states: ['failed', 'rejected'] }), 2)
})
