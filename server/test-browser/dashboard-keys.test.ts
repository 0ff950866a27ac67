import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../test/support/mayflyd-command.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

test('a key is made, used with curl, revoked and refused', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('keys@example.test')
  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('CI')
  await page.getByLabel('Scope').selectOption('read')
  await page.getByRole('button', { name: 'Create' }).click()
  const key = await page.getByRole('dialog', { name: 'Your new key' }).locator('code').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  assert.ok(!(await page.content()).includes(key), 'it is shown once')

  const url = `${bench.server.httpUrl}/v1/inboxes`
  const status = async () =>
    (await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `X-API-KEY: ${key}`, url])).stdout
  assert.equal(await status(), '200')

  await page.getByRole('button', { name: 'Revoke CI' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'CI' })
  await row.filter({ hasText: 'revoked' }).waitFor()
  await waitUntil('a revoked key is refused', async () => (await status()) === '401')
  assert.deepEqual(bench.troubles, [])
})
