import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { getMail, subjects } from './support/get-mail.ts'
import { startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'

const THREE = ['one@mayfly.test', 'two@mayfly.test', 'three@mayfly.test']
const SOURCE = 'Subject: for all three\r\n\r\nHello'

test('a mail that fails for one recipient is stored for none, and its retry once for each', async () => {
  await using server = await startServer()
  // The first is held, the others have an owner.
  for (const address of THREE.slice(1)) await getMail(server, address)
  const sql = (text: string): void => {
    using db = new DatabaseSync(join(server.dataDir, 'mayfly.db'), { timeout: 5_000 })
    db.exec(text)
  }
  sql(`CREATE TRIGGER fault BEFORE INSERT ON message
    WHEN NEW.inbox_no = (SELECT no FROM inbox WHERE address = 'three@mayfly.test')
    BEGIN SELECT RAISE(ABORT, 'injected'); END`)

  using client = await SmtpClient.greeted(server)
  const failed = await client.mail(THREE, SOURCE)
  assert.equal(Math.floor(failed.code / 100), 4, `${failed.code} ${failed.text}`)
  assert.doesNotMatch(failed.text, /injected|sqlite/i)
  // The neighbours of the faulty inbox are served meanwhile, on the same connection.
  assert.equal((await client.mail('two@mayfly.test', 'Subject: a neighbour\r\n\r\n')).code, 250)
  assert.deepEqual(await subjects(server, 'two@mayfly.test'), ['a neighbour'])
  assert.deepEqual(await subjects(server, 'three@mayfly.test'), [])

  sql('DROP TRIGGER fault')
  assert.equal((await client.mail(THREE, SOURCE)).code, 250)
  assert.deepEqual(await subjects(server, 'one@mayfly.test'), ['for all three'])
  assert.deepEqual(await subjects(server, 'two@mayfly.test'), ['for all three', 'a neighbour'])
  assert.deepEqual(await subjects(server, 'three@mayfly.test'), ['for all three'])
})
