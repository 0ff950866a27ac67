import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newKeyText } from '../src/domain/api-key.ts'
import { TestPostgres } from '../src/drivers/postgres/test-postgres.ts'
import { getMail, subjects } from '../test/support/get-mail.ts'
import { mayflyd } from '../test/support/mayflyd-command.ts'
import { type RunningServer, startServer } from '../test/support/running-server.ts'
import { SmtpClient, sendMail } from '../test/support/smtp-client.ts'
import { waitUntil } from '../test/support/wait-until.ts'

let postgres: TestPostgres
before(async () => {
  postgres = await TestPostgres.start()
})
after(() => postgres.stop())

const subject = (text: string): string => `Subject: ${text}\r\n\r\n`

async function startNode(database: string, key: string): Promise<RunningServer> {
  return startServer({ env: { MAYFLY_DATABASE_URL: postgres.url(database) }, key })
}

test('what one node takes, the other shows; what one claims is taken for the other', async () => {
  const [database, key] = [await postgres.freshDatabase(), newKeyText()]
  await using one = await startNode(database, key)
  await using other = await startNode(database, key)
  await sendMail(one, 'shared@mayfly.test', subject('first'))
  assert.deepEqual(await subjects(other, 'shared@mayfly.test'), ['first'])
  await sendMail(other, 'shared@mayfly.test', subject('second'))
  assert.deepEqual(await subjects(one, 'shared@mayfly.test'), ['second', 'first'])
  const { code, stdout } = await other.command('admin', 'account', 'list')
  assert.deepEqual([code, stdout.match(/acc_/g)?.length], [0, 1])
})

test('while the database is away senders hear 4xx; when it is back all goes on, and nothing is lost', async () => {
  const [database, key] = [await postgres.freshDatabase(), newKeyText()]
  await using server = await startNode(database, key)
  await getMail(server, 'patient@mayfly.test')
  await sendMail(server, 'patient@mayfly.test', subject('before'))
  await postgres.halt()
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<sender@elsewhere.test>')
  await client.expect('451 4.3.0', 'RCPT TO:<unknown@mayfly.test>')
  await postgres.resume()
  await waitUntil('mail is taken again', () =>
    sendMail(server, 'patient@mayfly.test', subject('after')).then(
      () => true,
      () => false,
    ),
  )
  assert.deepEqual(await subjects(server, 'patient@mayfly.test'), ['after', 'before'])
})

test('what cannot be opened is one sentence, and so is a backup of what has its own tools', async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['mysql://localhost/mayfly', /MAYFLY_DATABASE_URL is not valid\. Expected .*postgres:/],
    ['postgres://ann:hidden@127.0.0.1:1/mayfly', /127\.0\.0\.1:1\/mayfly does not answer .* MAYFLY_DATABASE_URL/],
    [postgres.url('missing'), /no database of this name/],
  ]
  for (const [url, expected] of wrong) {
    const { code, stderr } = await mayflyd(['serve'], { MAYFLY_DATABASE_URL: url })
    assert.match(stderr, expected)
    assert.match(stderr, /^mayflyd: [^\n]+\n$/)
    assert.doesNotMatch(stderr, /hidden|bug in Mayfly/)
    assert.equal(code, 1)
  }
  await using server = await startNode(await postgres.freshDatabase(), newKeyText())
  const { code, stderr } = await server.command('backup', '/tmp/mayfly-never-made.db')
  assert.equal(code, 1)
  assert.match(stderr, /^mayflyd: .*pg_dump/)
})
