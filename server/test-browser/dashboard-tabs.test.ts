import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { Folder } from '../test/support/folder.ts'
import { sendMail } from '../test/support/smtp-client.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

const INBOX = 'tabs@mayfly.test'

async function watch(page: Page): Promise<void> {
  await page.goto(`/inboxes/${INBOX}`)
  await page.getByPlaceholder('Search messages').waitFor()
}

function shows(page: Page, subject: string): Promise<void> {
  return page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: subject }).waitFor({ timeout: 40_000 })
}

function send(bench: DashboardBench, subject: string) {
  return sendMail(bench.server, INBOX, `From: a@a.test\r\nSubject: ${subject}\r\n\r\n`)
}

test('tabs share one stream, and another takes over when its holder is closed', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const first = await bench.signUp('tabs@example.test')
  await bench.call(first, 'POST', '/v1/inboxes', { address: INBOX })
  const streams: string[] = []
  first.context().on('request', (request) => {
    if (request.url().endsWith('/v1/events')) streams.push(request.url())
  })
  await watch(first)
  await waitUntil('the first tab has its stream', () => streams.length === 1)
  const second = await first.context().newPage()
  await watch(second)
  await send(bench, 'For both')
  await Promise.all([shows(first, 'For both'), shows(second, 'For both')])
  assert.equal(streams.length, 1)
  await first.close()
  await waitUntil('the second tab has taken over', () => streams.length === 2)
  await send(bench, 'For the other')
  await shows(second, 'For the other')
  assert.deepEqual(bench.troubles, [])
})

test('where no stream is to be had, the page looks by itself, and raises no alarm', { skip }, async () => {
  using folder = new Folder()
  writeFileSync(folder.join('plans.json'), JSON.stringify({ free: { open_waits: 0 } }))
  await using bench = await DashboardBench.open({ env: { MAYFLY_PLANS_FILE: folder.join('plans.json') } })
  const page = await bench.signUp('none@example.test')
  await bench.call(page, 'POST', '/v1/inboxes', { address: INBOX })
  await watch(page)
  await send(bench, 'Found')
  await shows(page, 'Found')
  assert.equal(await page.getByText('The connection is lost').count(), 0)
  assert.deepEqual(bench.troubles, [])
})
