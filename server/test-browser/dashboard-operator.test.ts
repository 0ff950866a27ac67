import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DashboardBench, skip } from './dashboard-bench.ts'

test('the link of the first start lets the owner in once, who then looks after the others', { skip }, async () => {
  await using bench = await DashboardBench.open({ key: null })
  const link = bench.welcomeLink()
  const owner = await bench.visit()
  await owner.goto(link)
  await owner.getByRole('button', { name: 'Sign in' }).click()
  await owner.waitForURL('**/start')
  const thief = await bench.visit()
  await thief.goto(link)
  await thief.getByRole('button', { name: 'Sign in' }).click()
  await thief.getByRole('alert').waitFor()

  const customer = await bench.signUp('customer@example.test')
  await customer.goto('/operator')
  await customer.getByText('Only for the operator').waitFor()

  await owner.goto('/operator')
  await owner.getByText('Mail taken').waitFor()
  const certificate = owner.getByRole('list', { name: 'Certificates' }).getByRole('listitem')
  await certificate.filter({ hasText: /mayfly\.test.*Expires in \d+ days, made by the server itself/ }).waitFor()
  await owner.getByRole('searchbox', { name: 'Search accounts' }).fill('customer')
  const row = owner.getByRole('list', { name: 'Accounts' }).getByRole('listitem')
  await row.filter({ hasText: 'customer@example.test' }).waitFor()
  await owner.getByLabel('Plan of customer@example.test').selectOption('elite')
  await customer.goto('/settings/plan')
  await customer.getByRole('columnheader', { name: /elite yours/i }).waitFor()

  await owner.getByRole('button', { name: 'Suspend customer@example.test' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await row.filter({ hasText: 'suspended' }).waitFor()
  await customer.goto('/settings/keys')
  await customer.getByText('suspended').waitFor()
  await owner.getByRole('button', { name: 'Let back in' }).click()
  await row.filter({ hasNotText: 'suspended' }).waitFor()
  assert.deepEqual(bench.troubles, [])
})
