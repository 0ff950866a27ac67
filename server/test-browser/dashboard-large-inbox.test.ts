import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SmtpClient } from '../test/support/smtp-client.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

const MESSAGES = 10_000
const CONNECTIONS = 8
/** A browser draws a row of this list in far less than it takes to draw all of them. */
const MOST_ROWS = 60
/** The first search parses every mail. */
const SEARCH_MS = 90_000

async function fill(server: { readonly smtpPort: number }, address: string): Promise<void> {
  let next = 0
  const pour = async () => {
    using client = await SmtpClient.greeted(server)
    while (next < MESSAGES) {
      const number = next++
      const { code } = await client.mail(
        address,
        `From: S ${number} <s@a.test>\r\nSubject: Mail ${number}\r\n\r\nBody ${number}.`,
      )
      assert.equal(code, 250)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, pour))
}

test('an inbox of 10,000 messages is scrolled and searched, a screenful of rows at a time', { skip }, async () => {
  await using bench = await DashboardBench.open({ env: { MAYFLY_DEFAULT_PLAN: 'team' } })
  const page = await bench.signUp('many@example.test')
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'many@mayfly.test' })
  await fill(bench.server, 'many@mayfly.test')
  await page.goto('/inboxes/many@mayfly.test')
  const list = page.getByRole('list', { name: 'Messages' })
  const rows = list.getByRole('listitem')
  await rows.first().waitFor()
  await page.getByText('10,000 messages').waitFor()
  assert.ok((await rows.count()) < MOST_ROWS)
  assert.equal(await rows.first().getAttribute('aria-setsize'), String(MESSAGES))

  await list.hover()
  let deepest = 0
  for (let turn = 0; deepest < 1_500; turn++) {
    assert.ok(turn < 2_000, `stuck at ${deepest}`)
    await page.mouse.wheel(0, 1_500)
    deepest = Number(await rows.last().getAttribute('aria-posinset'))
    assert.ok((await rows.count()) < MOST_ROWS)
  }
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('Mail 77')
  await rows.filter({ hasText: 'Mail 7799' }).waitFor({ timeout: SEARCH_MS })
  assert.ok((await rows.count()) < MOST_ROWS)
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('Mail 4242')
  await rows.filter({ hasText: 'Mail 4242' }).waitFor({ timeout: SEARCH_MS })
  assert.equal(await rows.count(), 1)
  await rows.getByRole('link').click()
  await page.getByRole('heading', { name: 'Mail 4242' }).waitFor()
  assert.deepEqual(bench.troubles, [])
})
