import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode, totpStep } from '../src/app/people/totp.ts'
import { THEMES, violations } from './axe.ts'
import { DashboardBench, PASSWORD, skip } from './dashboard-bench.ts'

/** What a view shows once it is there. */
const VIEWS: Readonly<Record<string, string>> = {
  '/inboxes': 'Sign-up tests',
  '/inboxes/nobody@mayfly.test': 'Not an inbox of yours',
  '/inboxes/empty@mayfly.test': 'Waiting for mail',
  '/inboxes/filled@mayfly.test': 'Search messages',
  '/start': 'Get your first mail',
  '/settings/keys': 'Revoke',
  '/settings/devices': 'No device signed in',
  '/settings/webhooks': 'An endpoint',
  '/settings/domains': 'Domains',
  '/settings/members': 'Open invitations',
  '/settings/plan': 'Mail is kept for',
  '/settings/audit': 'Audit log',
  '/settings/account': 'Delete the account',
  '/device': 'Let a device in',
  '/operator': 'Accounts',
  '/nowhere': 'There is nothing here',
}

const SIGN_VIEWS: Readonly<Record<string, string>> = {
  '/sign-in': 'Sign in',
  '/sign-up': 'Make an account',
  '/forgot': 'Forgot the password',
  '/reset#token=x': 'New password',
  '/welcome#token=x': 'Welcome to Mayfly',
  '/invite#token=x': 'You are invited',
}

let bench: DashboardBench
before(async () => {
  if (skip) return
  bench = await DashboardBench.open({ key: null })
})
after(() => bench?.[Symbol.asyncDispose]())

async function look(page: Page, views: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, words] of Object.entries(views)) {
    await page.goto(path)
    await page.getByText(new RegExp(words)).or(page.getByPlaceholder(words)).first().waitFor()
    assert.deepEqual(await violations(page), [], path)
  }
}

/** The owner, by the link that the first start printed, with something in each list. Gives the views of those things. */
async function prepare(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.goto(bench.welcomeLink())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/start')
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'empty@mayfly.test', label: 'Sign-up tests' })
  await bench.call(page, 'POST', '/v1/inboxes', { address: 'filled@mayfly.test' })
  await bench.call(page, 'POST', '/v1/keys', { name: 'CI' })
  const { id } = (await bench.call(page, 'POST', '/v1/inboxes/filled@mayfly.test/test-mail')) as { id: string }
  const endpoint = { url: 'https://hooks.example.com/mail', description: 'An endpoint' }
  const webhook = (await bench.call(page, 'POST', '/v1/webhooks', endpoint)) as { id: string }
  return {
    [`/inboxes/filled@mayfly.test/${id}`]: 'How it came',
    [`/settings/webhooks/${webhook.id}`]: 'Signing secret',
  }
}

test('axe finds nothing on the pages for those who are not signed in', { skip }, async () => {
  for (const colorScheme of THEMES) {
    const page = await bench.visit({ colorScheme, bypassCSP: true })
    await look(page, SIGN_VIEWS)
    await page.context().close()
  }
})

test('axe finds nothing on any view for those who are, in light and dark, wide and narrow', { skip }, async () => {
  const page = await bench.visit({ bypassCSP: true })
  const things = await prepare(page)
  const [message = ''] = Object.keys(things)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await look(page, { ...VIEWS, ...things })
    await page.goto(message)
    for (const tab of ['Text', 'Headers', 'Raw', 'Attachments']) {
      await page.getByRole('tab', { name: tab }).click()
      assert.deepEqual(await violations(page), [], tab)
    }
  }
  await page.setViewportSize({ width: 375, height: 700 })
  await look(page, { [message]: 'How it came', '/settings/plan': 'Mail is kept for', '/inboxes': 'Sign-up tests' })
  await page.getByRole('button', { name: 'New inbox' }).click()
  assert.deepEqual(await violations(page), [], 'dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account of/ }).click()
  assert.deepEqual(await violations(page), [], 'menu')
  assert.deepEqual(bench.troubles, [])
})

test('axe finds nothing where a device asks to be let in', { skip }, async () => {
  const page = await bench.signUp('device@example.test', { bypassCSP: true })
  const { user_code } = (await bench.call(page, 'POST', '/v1/device/code')) as { user_code: string }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await look(page, { [`/device?user_code=${user_code}`]: user_code })
  }
})

test('axe finds nothing where a second factor is asked for', { skip }, async () => {
  const email = 'factor@example.test'
  const signedIn = await bench.signUp(email)
  const { secret } = (await bench.call(signedIn, 'POST', '/v1/totp')) as { secret: string }
  await bench.call(signedIn, 'POST', '/v1/totp/confirm', { code: totpCode(secret, totpStep(Date.now())) })
  const page = await bench.visit({ bypassCSP: true })
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code from your app').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the theme is switched by hand, and stays', { skip }, async () => {
  const page = await bench.signUp('theme@example.test', { colorScheme: 'light' })
  await page.goto('/inboxes')
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await paper()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  const dark = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  assert.equal(await paper(), dark)
})
