import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Folder } from './support/folder.ts'
import { askMail, assertProblem, getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const subject = (text: string, body = ''): string => `Subject: ${text}\r\n\r\n${body}`

/** Looks into the store, because a read over HTTP would claim the inbox. */
function storedMessages(server: RunningServer): number {
  using db = new DatabaseSync(join(server.dataDir, 'mayfly.db'), { readOnly: true, timeout: 5_000 })
  return Number(db.prepare('SELECT count(*) AS n FROM message').get()?.['n'])
}

test('mail that came before the first read is returned by it', async () => {
  await using server = await startServer()
  for (const text of ['one', 'two']) await sendMail(server, 'Early@mayfly.test', subject(text))
  assert.deepEqual(await subjects(server, 'early@mayfly.test'), ['two', 'one'])
  await sendMail(server, 'early@mayfly.test', subject('three'))
  assert.deepEqual(await subjects(server, 'early@mayfly.test'), ['three', 'two', 'one'])
})

test('of the mail for one unclaimed address the newest 50 are held', async () => {
  await using server = await startServer()
  using client = await SmtpClient.greeted(server)
  for (let n = 0; n < 53; n++) assert.equal((await client.mail('many@mayfly.test', subject(`${n}`))).code, 250)
  const expected = Array.from({ length: 50 }, (_, n) => String(52 - n))
  assert.deepEqual(await subjects(server, 'many@mayfly.test'), expected)
})

test('a time-to-live of 0 refuses mail for addresses that nobody has claimed', async () => {
  await using server = await startServer({ env: { MAYFLY_UNCLAIMED_TTL: '0' } })
  using client = await SmtpClient.greeted(server)
  await client.expect(250, 'MAIL FROM:<a@elsewhere.test>')
  await client.expect('550 5.1.1', 'RCPT TO:<nobody@mayfly.test>')
  await getMail(server, 'somebody@mayfly.test')
  await client.expect(250, 'RCPT TO:<somebody@mayfly.test>')
})

test('held mail that has expired is not handed over', async () => {
  await using server = await startServer({ env: { MAYFLY_UNCLAIMED_TTL: '3s' } })
  await sendMail(server, 'late@mayfly.test', subject('too old'))
  assert.equal(storedMessages(server), 1)
  await waitUntil('it is swept', () => storedMessages(server) === 0)
  await sendMail(server, 'late@mayfly.test', subject('fresh'))
  assert.deepEqual(await subjects(server, 'late@mayfly.test'), ['fresh'])
})

test('all held mail together has a bound, and the oldest goes first', async () => {
  await using server = await startServer({ env: { MAYFLY_UNCLAIMED_MAX_BYTES: '10000' } })
  const line = `${'x'.repeat(98)}\r\n`
  for (let n = 0; n < 5; n++) {
    assert.equal((await sendMail(server, `bound${n}@mayfly.test`, subject(`${n}`, line.repeat(40)))).code, 250)
  }
  const left = await Promise.all([0, 1, 2, 3, 4].map((n) => subjects(server, `bound${n}@mayfly.test`)))
  assert.deepEqual(left, [[], [], [], ['3'], ['4']])
  const refused = await sendMail(server, 'whale@mayfly.test', subject('whale', line.repeat(200)))
  assert.equal(`${refused.code} ${refused.text.slice(0, 5)}`, '452 4.3.1')
  // What has an owner does not count.
  assert.equal((await sendMail(server, 'bound0@mayfly.test', subject('owned', line.repeat(200)))).code, 250)
})

test('past its retention mail is gone, the inbox lapses, and another account may have the address', async () => {
  using folder = new Folder()
  const plans = folder.join('plans.json')
  writeFileSync(plans, JSON.stringify({ free: { retention_hours: 0.0005 } }))
  await using server = await startServer({ env: { MAYFLY_PLANS_FILE: plans, MAYFLY_SWEEP_INTERVAL: '250ms' } })
  const brief = await server.createAccount('brief@elsewhere.test', 'free')
  assert.equal((await askMail(server, 'brief@mayfly.test', brief.api_key)).status, 200)
  await sendMail(server, 'brief@mayfly.test', subject('soon gone'))
  await waitUntil('the mail is swept', () => storedMessages(server) === 0)
  const next = await waitUntil('the inbox lapses', async () => {
    const answer = await askMail(server, 'brief@mayfly.test')
    return answer.status === 200 && answer
  })
  assert.deepEqual(await next.json(), [])
  await assertProblem(await askMail(server, 'brief@mayfly.test', brief.api_key), 403, 'inbox_taken')
})
