import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sendMail } from '../test/support/smtp-client.ts'
import { waitUntil } from '../test/support/wait-until.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

/** A server of somebody's that answers as it is told. */
class Receiver implements AsyncDisposable {
  status = 200
  readonly events: string[] = []
  readonly #server = createServer((request, response) => {
    this.events.push(String(request.headers['x-service-event']))
    request.resume().on('end', () => response.writeHead(this.status).end('heard'))
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const ENV = {
  MAYFLY_DEFAULT_PLAN: 'elite',
  MAYFLY_WEBHOOK_ALLOW_HTTP: '1',
  MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  MAYFLY_WEBHOOK_RETRY_SCHEDULE: '1,1,1,1',
}

test('an endpoint is made, tested, paused by ten failures, and resumed', { skip }, async () => {
  await using receiver = new Receiver()
  const url = await receiver.listen()
  await using bench = await DashboardBench.open({ env: ENV })
  const page = await bench.signUp('hooks@example.test')
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'hooked@mayfly.test' })

  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('URL').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[name="url"][aria-invalid="true"]').waitFor()
  assert.equal(await page.getByLabel('URL').inputValue(), 'ftp://nowhere')
  await page.getByLabel('URL').fill(url)
  await page.getByLabel('Description').fill('CI runner')
  await page.getByLabel('An inbox was made').uncheck()
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = await page.getByRole('dialog').locator('code').innerText()
  assert.match(secret, /^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'CI runner' }).waitFor()

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The test arrived').waitFor()
  await page.getByText('HTTP 200').waitFor()
  assert.deepEqual(receiver.events, ['test.ping'])
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await deliveries.filter({ hasText: 'test.ping' }).filter({ hasText: 'delivered' }).waitFor()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByText(secret).waitFor()

  receiver.status = 500
  for (let number = 0; number < 2; number++) {
    await sendMail(bench.server, 'hooked@mayfly.test', `From: a@a.test\r\nSubject: ${number}\r\n\r\n`)
  }
  await page.getByText('Paused after ten failures in a row').waitFor({ timeout: 60_000 })
  await sendMail(bench.server, 'hooked@mayfly.test', 'From: a@a.test\r\nSubject: held\r\n\r\n')
  await deliveries.filter({ hasText: 'held' }).first().waitFor()

  receiver.status = 200
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  const delivered = deliveries.filter({ hasText: 'message.received' }).filter({ hasText: 'delivered' })
  await delivered.first().waitFor()
  await delivered
    .first()
    .getByRole('button', { name: /^Details of/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delivery' })
  await dialog.getByText('"message.received"').waitFor()
  const before = receiver.events.length
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('On its way again').waitFor()
  await page.keyboard.press('Escape')
  await waitUntil('it is sent again', () => receiver.events.length > before)

  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
  const rotated = await page.getByRole('dialog', { name: 'The new secret' }).locator('code').innerText()
  assert.notEqual(rotated, secret)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No endpoint yet').waitFor()
  assert.deepEqual(bench.troubles, [])
})

test('without the plan for it, the page says which plan to take', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('free@example.test')
  await page.goto('/settings/webhooks')
  await page.getByText('Webhooks come with the elite and team plans').waitFor()
})
