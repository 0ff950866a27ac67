import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { Folder } from '../test/support/folder.ts'
import { run } from '../test/support/mayflyd-command.ts'
import { rustHome } from '../test/support/rust-home.ts'
import { DashboardBench, skip } from './dashboard-bench.ts'

/** How each snippet is run; those whose program is not on every machine are run where it is. */
const PROGRAMS = [
  { tab: 'curl', file: 'mail.sh', command: ['sh'], needed: true },
  { tab: 'TypeScript', file: 'mail.ts', command: [process.execPath], needed: true },
  { tab: 'Python', file: 'mail.py', command: ['python3'], needed: false },
  { tab: 'Go', file: 'mail.go', command: ['go', 'run'], needed: false },
] as const

async function copied(page: Page, tab: string): Promise<string> {
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('button', { name: `Copy the ${tab} lines` }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  return (await page.evaluate('navigator.clipboard.readText()')) as string
}

async function hasProgram(name: string): Promise<boolean> {
  return (await run('sh', ['-c', `command -v ${name}`])).code === 0
}

/** The snippet says in its first line what it needs: that line is typed as it stands. */
async function runRust(folder: string, snippet: string): Promise<string> {
  const [, needed] = /^\/\/ (cargo add .+)$/m.exec(snippet) ?? []
  assert.ok(needed)
  const steps = [`cd '${folder}'`, 'cargo new --quiet mail', 'cd mail', needed, 'cp ../mail.rs src/main.rs']
  writeFileSync(join(folder, 'mail.rs'), snippet)
  const quick = { CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' }
  const env = { ...rustHome(), ...quick, CARGO_TARGET_DIR: join(tmpdir(), 'mayfly-snippet-cargo') }
  const { code, stdout, stderr } = await run('sh', ['-c', [...steps, 'cargo run --quiet'].join(' && ')], '', env)
  assert.equal(code, 0, stderr)
  return stdout
}

test('each snippet of the start page copies, and works as printed', { skip }, async (t) => {
  await using bench = await DashboardBench.open()
  using folder = new Folder()
  const page = await bench.signUp('snippets@example.test', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/start')
  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  const arrival = page.getByRole('listitem').filter({ hasText: 'Send something' }).getByRole('link')
  const code = await arrival.locator('.font-mono').innerText()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByText('Your key, shown this once').waitFor()
  for (const { tab, file, command, needed } of PROGRAMS) {
    await t.test(tab, async (part) => {
      if (!needed && !(await hasProgram(command[0]))) return part.skip(`no ${command[0]}`)
      writeFileSync(folder.join(file), await copied(page, tab))
      const [program, ...args] = command
      const { code: exit, stdout, stderr } = await run(program, [...args, folder.join(file)])
      assert.equal(exit, 0, stderr)
      assert.ok(stdout.includes(code), `${stdout} has no ${code}`)
    })
  }
  await t.test('Rust', async (part) => {
    if (!(await hasProgram('cargo'))) return part.skip('no cargo')
    assert.ok((await runRust(folder.path, await copied(page, 'Rust'))).includes(code))
  })
  assert.deepEqual(bench.troubles, [])
})
