import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { MayflyUser } from '../test/support/mayfly-command.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

test('mayfly login in a terminal, approved on its page; revoked under Devices', { skip }, async () => {
  await using bench = await DashboardBench.open()
  const page = await bench.signUp('ann@people.test')
  using user = new MayflyUser({ httpUrl: bench.server.httpUrl })
  using login = user.launchInTerminal('login')
  const [, code = '', address = ''] = await login.says(/Your code is ([A-Z]{4}-[A-Z]{4})\.[^\n]+\r\n {2}(\S+)\r\n/)
  await page.goto(address)
  await page.getByText(code).waitFor()
  // Exact: the code may have the name's letters in it.
  await page.getByText(hostname(), { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByText('The device is signed in.').waitFor()
  const { code: exitCode, stdout } = await login.end
  assert.equal(exitCode, 0, stdout)
  assert.match(stdout, /Signed in to /)
  assert.equal((await user.run(['inbox', 'new', 'ann@mayfly.test'])).stdout, 'ann@mayfly.test\n')

  await page.goto('/settings/devices')
  await page.getByText(hostname()).first().waitFor()
  await page.getByRole('button', { name: `Revoke ${hostname()}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No device').waitFor()
  for (;;) {
    // A revocation holds within a second.
    const { code: ended, stderr } = await user.run(['whoami'])
    if (ended === 0) continue
    assert.equal(stderr, 'mayfly: The token of this machine was revoked. Run mayfly login.\n')
    break
  }
  assert.deepEqual(bench.troubles, [])
})
