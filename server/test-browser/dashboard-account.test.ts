import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getMail } from '../test/support/get-mail.ts'
import { startServer } from '../test/support/running-server.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { DashboardBench, PASSWORD, skip } from './dashboard-bench.ts'

const NEW_PASSWORD = 'another river, another dawn'

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a password is changed, and the other sessions end', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('ada@example.test')
  const other = await bench.visit()
  await signIn(other, 'ada@example.test', PASSWORD)
  await other.waitForURL('**/inboxes')

  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'End the session' }).waitFor()
  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.locator('[name="current_password"][aria-invalid="true"]').waitFor()
  assert.equal(await page.getByLabel('New password').inputValue(), NEW_PASSWORD)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('Password changed').waitFor()
  await page.getByRole('button', { name: 'End the session' }).waitFor({ state: 'detached' })
  await other.reload()
  await other.waitForURL('**/sign-in')
  await signIn(other, 'ada@example.test', NEW_PASSWORD)
  await other.waitForURL('**/inboxes')
  assert.deepEqual(bench.troubles, [])
})

test('an account is deleted with all its data', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('leaving@example.test')
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await page.getByLabel('Type leaving@example.test').fill('leaving@example.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await page.waitForURL('**/sign-in**')
  await signIn(page, 'leaving@example.test', PASSWORD)
  await page.getByRole('alert').waitFor()
  assert.deepEqual(bench.troubles, [])
})

test('where the server sends mail, sign-up is confirmed by a code and a password reset by a link', {
  skip,
}, async () => {
  await using post = await startServer()
  await using bench = await DashboardBench.open({
    env: {
      MAYFLY_DOMAINS: 'dashboard.test',
      MAYFLY_OUTBOUND_SMTP_URL: `smtp://${post.smtpAddress}?ignoreTLS=true`,
      MAYFLY_OUTBOUND_FROM: 'mayfly@dashboard.test',
    },
  })
  const email = 'new@mayfly.test'
  const newest = (pattern: RegExp) =>
    waitUntil('the mail is there', async () => pattern.exec((await getMail(post, email))[0]?.text ?? '')?.[0])

  const page = await bench.visit()
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('Code').and(page.locator('[aria-invalid="true"]')).waitFor()
  await page.getByLabel('Code').fill(await newest(/\b\d{6}\b/))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/start')

  const forgetful = await bench.visit()
  await forgetful.goto('/sign-in')
  await forgetful.getByRole('link', { name: 'Forgot the password?' }).click()
  await forgetful.getByLabel('E-mail').fill(email)
  await forgetful.getByRole('button', { name: 'Send me a link' }).click()
  await forgetful.getByText('a link is on its way').waitFor()
  await forgetful.goto(await newest(/http:\S+\/reset#\S+/))
  await forgetful.getByLabel('New password').fill(NEW_PASSWORD)
  await forgetful.getByRole('button', { name: 'Change the password' }).click()
  await forgetful.getByText('The password is changed').waitFor()
  assert.ok(!forgetful.url().includes('#'), 'the secret is gone from the address')
  await signIn(forgetful, email, NEW_PASSWORD)
  await forgetful.waitForURL('**/inboxes')
  assert.deepEqual(bench.troubles, [])
})
