import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { Folder } from './support/folder.ts'
import { allMail, getMail } from './support/get-mail.ts'
import { assertWhole, markedMail } from './support/marked-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

async function ids(server: RunningServer): Promise<string[]> {
  const found: string[] = []
  for await (const message of allMail(server, 'copied@mayfly.test', 100)) found.push(assertWhole(message))
  return found.toReversed()
}

test('a backup made while mail comes in serves what was there, as a data folder of its own', async () => {
  using folder = new Folder()
  await using server = await startServer()
  await getMail(server, 'copied@mayfly.test')
  using client = await SmtpClient.greeted(server)
  const sent: string[] = []
  const send = async (): Promise<void> => {
    const id = `mail-${sent.length}`
    assert.equal((await client.mail('copied@mayfly.test', markedMail(id))).code, 250)
    sent.push(id)
  }
  while (sent.length < 200) await send()
  const before = sent.length
  let done = false
  mkdirSync(folder.join('copy'))
  const backup = server.command('backup', folder.join('copy', 'mayfly.db')).finally(() => {
    done = true
  })
  while (!done) await send()
  const { code, stdout, stderr } = await backup
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^Backed up to .*mayfly\.db \(\d+ bytes\)\.\n$/)
  assert.ok(sent.length > before, 'no mail came during the backup')

  await using copy = await startServer({ dataDir: folder.join('copy'), key: server.key })
  const copied = await ids(copy)
  assert.ok(copied.length >= before)
  assert.deepEqual(copied, sent.slice(0, copied.length))
  assert.deepEqual(await ids(server), sent)
  const again = await server.command('backup', folder.join('copy', 'mayfly.db'))
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^mayflyd: .*exists already.*\n$/)
})

test('the accounts and the settings can be listed beside a running server', async () => {
  await using server = await startServer()
  const made = await server.createAccount('Second@Elsewhere.test', 'plus')
  const listed = await server.command('admin', 'account', 'list', '--json')
  assert.deepEqual([listed.code, listed.stderr], [0, ''])
  const rows: Record<string, unknown>[] = JSON.parse(listed.stdout)
  assert.deepEqual(
    rows.map(({ email, plan }) => [email, plan]),
    [
      ['owner@mayfly.test', 'team'],
      ['second@elsewhere.test', 'plus'],
    ],
  )
  assert.equal(rows[1]?.['account_id'], made.account_id)

  const config = await server.command('config')
  assert.equal(config.code, 0)
  for (const name of ['MAYFLY_DATA_DIR', 'MAYFLY_SMTP_PORT', 'MAYFLY_UNCLAIMED_TTL', 'MAYFLY_PLANS_FILE']) {
    assert.match(config.stdout, new RegExp(`^${name}\\b.*\\(default: .+\\)\n {4}\\S`, 'm'))
  }
  assert.ok(!config.stdout.includes(server.key))
})
