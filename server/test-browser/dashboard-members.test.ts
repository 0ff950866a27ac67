import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DashboardBench, PASSWORD, skip } from './dashboard-bench.ts'

test('a member is invited by a link, sees the mail, and is kept from the rest', { skip }, async () => {
  await using bench = await DashboardBench.open({ env: { MAYFLY_DEFAULT_PLAN: 'team' } })
  const owner = await bench.signUp('owner@example.test')
  await bench.call(owner, 'POST', '/v1/inboxes', { address: 'shared@mayfly.test' })
  await owner.goto('/settings/members')
  await owner.getByRole('button', { name: 'Invite' }).click()
  await owner.getByLabel('Role', { exact: true }).selectOption('member')
  await owner.getByRole('button', { name: 'Make a link' }).click()
  const url = await owner.getByRole('dialog', { name: 'Invitation link' }).locator('code').innerText()
  await owner.getByRole('button', { name: 'Done' }).click()

  const member = await bench.visit()
  await member.goto(url)
  await member.getByText('owner@example.test').waitFor()
  await member.getByLabel('E-mail').fill('member@example.test')
  await member.getByLabel('Password').fill(PASSWORD)
  await member.getByRole('button', { name: 'Join' }).click()
  await member.getByRole('link', { name: /shared@mayfly\.test/ }).waitFor()

  await member.goto('/settings/members')
  await member.waitForURL('**/settings/keys')
  const sections = await member.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts()
  assert.ok(!sections.includes('Members') && !sections.includes('Audit log'), sections.join())
  const refused = await member.request.get(`${bench.server.httpUrl}/v1/members`)
  assert.equal(refused.status(), 403)

  const late = await bench.visit()
  await late.goto(url)
  await late.getByRole('alert').waitFor()

  await owner.reload()
  await owner.getByLabel('Role of member@example.test').selectOption('admin')
  await member.goto('/settings/members')
  await member.getByRole('heading', { name: 'Members' }).waitFor()
  await owner.getByRole('button', { name: 'Remove member@example.test' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await owner.getByLabel('Role of member@example.test').waitFor({ state: 'detached' })
  await member.goto('/settings/members')
  await member.waitForURL('**/sign-in?next=%2Fsettings%2Fmembers')
  assert.deepEqual(bench.troubles, [])
})
