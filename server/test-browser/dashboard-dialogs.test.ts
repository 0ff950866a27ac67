import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode, totpStep } from '../src/app/people/totp.ts'
import { THEMES, violations } from './axe.ts'
import { DashboardBench, PASSWORD, skip } from './dashboard-bench.ts'

const ENV = {
  MAYFLY_DEFAULT_PLAN: 'team',
  MAYFLY_WEBHOOK_ALLOW_HTTP: '1',
  MAYFLY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
}

/** How a dialog is opened: its title, the page, and the buttons that lead to it. */
type Way = readonly [title: string, path: string, ...buttons: (string | RegExp)[]]

const INBOX = '/inboxes/filled@mayfly.test'
const WAYS: readonly Way[] = [
  ['New inbox', '/inboxes', 'New inbox'],
  ['Label', INBOX, 'Change the label'],
  ['Empty the inbox', INBOX, 'Empty it'],
  ['Delete the inbox', INBOX, 'Delete the inbox'],
  ['New key', '/settings/keys', 'New key'],
  ['Revoke the key', '/settings/keys', 'Revoke CI'],
  ['Sign the device out', '/settings/devices', 'Revoke ada-laptop'],
  ['New endpoint', '/settings/webhooks', 'New endpoint'],
  ['Invite', '/settings/members', 'Invite'],
  ['Invitation link', '/settings/members', 'Invite', 'Make a link'],
  ['Remove the member', '/settings/members', 'Remove member@example.test'],
  ['Delete the account', '/settings/account', 'Delete the account'],
  ['Turn on the second factor', '/settings/account', 'Turn on'],
]

function waysOfEndpoint(id: string): Way[] {
  const path = `/settings/webhooks/${id}`
  return [
    ['Edit the endpoint', path, 'Edit'],
    ['Rotate the secret', path, 'Rotate'],
    ['Delete the endpoint', path, 'Delete'],
    ['Delivery', path, /^Details of/],
    ['Resume the endpoint', path, 'Resume'],
  ]
}

/** With something in each list. Gives the id of an endpoint that is paused and has been sent to. */
async function prepare(bench: DashboardBench, page: Page): Promise<string> {
  const call = (path: string, data?: object) => bench.call(page, 'POST', path, data)
  await call('/v1/inboxes', { address: 'filled@mayfly.test' })
  await call('/v1/inboxes/filled@mayfly.test/test-mail')
  await call('/v1/keys', { name: 'CI' })
  await letDeviceIn(bench, page)
  await invite(bench, page)
  const { id } = (await call('/v1/webhooks', { url: `${bench.server.httpUrl}/nowhere` })) as { id: string }
  await call(`/v1/webhooks/${id}/test`)
  await call(`/v1/webhooks/${id}/pause`)
  return id
}

async function letDeviceIn(bench: DashboardBench, page: Page): Promise<void> {
  const wish = { host: 'ada-laptop', system: 'Debian 12' }
  const asked = (await bench.call(page, 'POST', '/v1/device/code', wish)) as Readonly<Record<string, string>>
  await page.goto(asked.verification_uri_complete as string)
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByText('The device is signed in').waitFor()
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: asked.device_code }
  await bench.call(page, 'POST', '/v1/device/token', grant)
}

async function invite(bench: DashboardBench, page: Page): Promise<void> {
  const { url } = (await bench.call(page, 'POST', '/v1/invites', { role: 'member' })) as { url: string }
  const member = await bench.visit()
  await member.goto(url)
  await member.getByLabel('E-mail').fill('member@example.test')
  await member.getByLabel('Password').fill(PASSWORD)
  await member.getByRole('button', { name: 'Join' }).click()
  await member.waitForURL('**/inboxes')
}

async function scan(page: Page, title: string): Promise<void> {
  await page.getByRole('dialog', { name: title, exact: true }).waitFor()
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await violations(page), [], `${title}, ${colorScheme}`)
  }
}

test('axe finds nothing in any dialog, in light and dark', { skip }, async () => {
  await using bench = await DashboardBench.open({ env: ENV })
  const page = await bench.signUp('dialogs@example.test', { bypassCSP: true })
  const endpoint = await prepare(bench, page)
  for (const [title, path, ...buttons] of [...WAYS, ...waysOfEndpoint(endpoint)]) {
    await page.goto(path)
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).last().click()
    await scan(page, title)
  }
  await page.goto('/inboxes')
  await page.getByRole('button', { name: 'New inbox' }).waitFor()
  await page.keyboard.press('?')
  await scan(page, 'Keyboard')
  assert.deepEqual(bench.troubles, [])
})

test('axe finds nothing where something is shown only once, or undone', { skip }, async () => {
  await using bench = await DashboardBench.open({ key: null, env: ENV })
  const page = await bench.visit({ bypassCSP: true })
  await page.goto(bench.welcomeLink())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/start')
  await bench.signUp('other@example.test')

  await page.goto('/operator')
  await page.getByRole('button', { name: 'Suspend other@example.test' }).click()
  await scan(page, 'Suspend the account')

  await page.goto('/settings/webhooks')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('URL').fill(`${bench.server.httpUrl}/nowhere`)
  await page.getByRole('button', { name: 'Create' }).click()
  await scan(page, 'The signing secret')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await scan(page, 'The new secret')

  await page.goto('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('CI')
  await page.getByRole('button', { name: 'Create' }).click()
  await scan(page, 'Your new key')

  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = await page.getByRole('dialog').locator('code').innerText()
  await page.getByLabel('The six digits').fill(totpCode(secret, totpStep(Date.now())))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await scan(page, 'Recovery codes')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /kept them/ })
    .click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await scan(page, 'Turn off the second factor')
  assert.deepEqual(bench.troubles, [])
})
