import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMail } from '../test/support/smtp-client.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { ZoneServer } from '../test/support/zone-server.ts'
import { THEMES, violations } from './axe.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

test('a domain is added, its records are set, and its mail arrives', { skip }, async () => {
  await using zones = await ZoneServer.start({ 'shop.test': [] })
  const env = { MAYFLY_DEFAULT_PLAN: 'plus', MAYFLY_MX_HOST: 'mx.mayfly.test', MAYFLY_DNS_SERVERS: zones.address }
  await using bench = await DashboardBench.open({ env })
  const page = await bench.signUp('domains@example.test', {
    bypassCSP: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  await page.goto('/settings/domains')
  await page.getByText('No domain yet').waitFor()
  await page.getByRole('button', { name: 'Add a domain' }).click()
  for (const [wrong, words] of [
    ['no domain at all', /domain/i],
    ['com', /com/],
  ] as const) {
    await page.getByRole('textbox', { name: 'Domain' }).fill(wrong)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('[name="domain"][aria-invalid="true"]').waitFor()
    assert.match(await page.locator('#app p.text-bad').innerText(), words)
    assert.equal(await page.getByRole('textbox', { name: 'Domain' }).inputValue(), wrong)
  }
  assert.deepEqual(await violations(page), [], 'dialog')
  await page.getByRole('textbox', { name: 'Domain' }).fill('Shop.test')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'shop.test' }).waitFor()
  await page.getByText('Set the records below').waitFor()

  await page.getByRole('button', { name: 'Copy the value of the TXT record' }).first().click()
  const token = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.match(token, /^mayfly-verify=/)
  await page.getByLabel('DNS provider').selectOption('Amazon Route 53')
  await page.getByText(`"${token}"`, { exact: true }).waitFor()
  await page.getByText('10 mx.mayfly.test', { exact: true }).first().waitFor()
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await violations(page), [], colorScheme)
  }

  await zones.change({ 'shop.test': [`_mayfly TXT "${token}"`, '@ MX 10 mx.other.test.'] })
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Not all records are there yet.').waitFor()
  await page.getByText('10 mx.other.test', { exact: true }).first().waitFor()

  await zones.change({ 'shop.test': [`_mayfly TXT "${token}"`, '@ MX 10 mx.mayfly.test.'] })
  const verified = page.getByText('Every address at shop.test is an inbox')
  // It is taken once in ten seconds, and says so in between.
  await waitUntil('the domain is verified', async () => {
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('button', { name: 'Check now', disabled: false }).waitFor()
    return verified.isVisible()
  })
  assert.deepEqual(await violations(page), [], 'verified')

  await bench.call(page, 'POST', '/v1/inboxes', { address: 'orders@shop.test' })
  await sendMail(bench.server, 'orders@shop.test', 'From: a@a.test\r\nSubject: An order\r\n\r\n')
  await page.goto('/inboxes/orders@shop.test')
  await page.getByText('An order').first().waitFor()

  await page.goto('/settings/domains/shop.test')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No domain yet').waitFor()
  await assert.rejects(sendMail(bench.server, 'orders@shop.test', 'Subject: Late\r\n\r\n'), /550 5\.7\.1/)
  await page.goto('/settings/audit')
  for (const action of ['domain.add', 'domain.verify', 'domain.remove']) await page.getByText(action).first().waitFor()
  assert.deepEqual(bench.troubles, [])
})

test('who has no domains on the plan is told where to get them', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('free@example.test')
  await page.goto('/settings/domains')
  await page.getByText('Not on this plan').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a domain' }).count(), 0)
})
