import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../test/support/wait-until.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

interface Asked {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri_complete: string
}

async function post(url: string, body: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(body) })
}

test('a device is let in by its code, and signed out again', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const { httpUrl } = bench.server
  const page = await bench.signUp('cli@example.test')
  const asked = (await (
    await post(`${httpUrl}/v1/device/code`, { host: 'ada-laptop', system: 'Debian 12' })
  ).json()) as Asked
  await page.goto(asked.verification_uri_complete)
  await page.getByText(asked.user_code).waitFor()
  await page.getByText('ada-laptop').waitFor()
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByText('The device is signed in').waitFor()

  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: asked.device_code }
  const { access_token: token } = (await (await post(`${httpUrl}/v1/device/token`, grant)).json()) as {
    access_token: string
  }
  const status = async () =>
    (await fetch(`${httpUrl}/v1/inboxes`, { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await status(), 200)

  await page.goto('/settings/devices')
  await page.getByRole('button', { name: 'Revoke ada-laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No device signed in').waitFor()
  await waitUntil('a revoked token is refused', async () => (await status()) === 401)
  assert.deepEqual(bench.troubles, [])
})

test('a device is refused, and a code that nobody has is said to be wrong', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('no@example.test')
  const asked = (await (await post(`${bench.server.httpUrl}/v1/device/code`, { host: 'stranger' })).json()) as Asked
  await page.goto('/device')
  await page.getByLabel('The code that the device shows').fill('BBBB-BBBB')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('alert').waitFor()
  await page.goto(asked.verification_uri_complete)
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('The device was not let in').waitFor()
  assert.deepEqual(bench.troubles, [])
})
