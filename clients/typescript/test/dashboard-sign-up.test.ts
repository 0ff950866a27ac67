import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../server/test/support/running-server.ts'
import { DashboardBench, PASSWORD, skip } from '../../../server/test-browser/dashboard-bench.ts'
import type { BoundInbox, Mayfly } from '../src/index.ts'
import { mayflyFixtures } from '../src/testing/playwright.ts'

test('the Playwright fixture signs up for the dashboard in a real browser, with the code from the mail', {
  skip,
}, async (t) => {
  await using post = await startServer()
  await using bench = await DashboardBench.open({
    env: {
      MAYFLY_DOMAINS: 'dashboard.test',
      MAYFLY_OUTBOUND_SMTP_URL: `smtp://${post.smtpAddress}?ignoreTLS=true`,
      MAYFLY_OUTBOUND_FROM: 'mayfly@dashboard.test',
    },
  })
  const page = await bench.visit()

  async function signUp(inbox: BoundInbox): Promise<void> {
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').fill(inbox.address)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByLabel('Code').fill(await inbox.code({ from: 'mayfly@dashboard.test' }))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/start')
  }

  let used = ''
  let client: Mayfly | undefined
  await mayflyFixtures.mayfly({ mayflyOptions: { url: post.httpUrl, apiKey: post.key } }, async (mayfly) => {
    client = mayfly
    await mayflyFixtures.inbox(
      { mayfly, inboxOptions: {} },
      async (inbox) => {
        used = inbox.address
        await signUp(inbox)
      },
      { titlePath: [t.name] },
    )
  })
  assert.deepEqual(bench.troubles, [])
  await assert.rejects(client?.inboxes.get(used) ?? assert.fail(), { code: 'not_found' })
})
