import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PLANS, planThatLifts, retentionMs } from './plan.ts'

test('the cheapest plan that lifts a cap is named', () => {
  assert.equal(planThatLifts(DEFAULT_PLANS, 'inboxes', 'free'), 'The plus plan allows 200.')
  assert.equal(planThatLifts(DEFAULT_PLANS, 'webhook_endpoints', 'free'), 'The elite plan allows 10.')
  assert.equal(planThatLifts(DEFAULT_PLANS, 'inboxes', 'team'), 'No plan allows more.')
})

test('the built-in plans are those of the contract', () => {
  const { free, plus, elite, team } = DEFAULT_PLANS
  assert.deepEqual(
    [free, plus, elite, team].map((plan) => [plan.price_eur, plan.requests_per_minute, plan.inboxes, plan.open_waits]),
    [
      [0, 120, 20, 5],
      [1.99, 600, 200, 25],
      [9.99, 3_000, 2_000, 250],
      [29.99, 12_000, 20_000, 1_000],
    ],
  )
  assert.equal(retentionMs(free), 86_400_000)
  assert.equal(team.stored_bytes, 107_374_182_400)
})
