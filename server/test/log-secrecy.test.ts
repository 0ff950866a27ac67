import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { newKeyText } from '../src/domain/api-key.ts'
import { askMail, getMail } from './support/get-mail.ts'
import { startServer } from './support/running-server.ts'
import { SmtpClient, sendMail } from './support/smtp-client.ts'

const CODE = '493817'
const BODY = 'xylophone-in-the-body'
const SUBJECT = 'zeppelin-in-the-subject'
const SOURCE = `Subject: ${SUBJECT} ${CODE}\r\nContent-Type: text/html\r\n\r\n<p>${BODY}: your code is ${CODE}</p>`

test('not even the most talkative log tells keys, codes or what is in a mail', async () => {
  await using server = await startServer({ env: { MAYFLY_LOG_LEVEL: 'trace' } })
  const wrongKey = newKeyText()
  const other = await server.createAccount('other@elsewhere.test', 'free')
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.httpUrl}${path}`, { headers })
  assert.equal((await sendMail(server, 'secret@mayfly.test', SOURCE)).code, 250)
  assert.equal((await getMail(server, 'secret@mayfly.test', { contains: CODE })).length, 1)
  for (const key of [wrongKey, other.api_key, `${server.key}x`]) await askMail(server, 'secret@mayfly.test', key)
  await get(`/getMail?email=secret@mayfly.test&key=${server.key}&limit=x`, { Authorization: `Bearer ${server.key}` })
  await get(`/nothing/${server.key}`, { 'X-API-KEY': server.key })

  // What goes wrong is logged with its cause, which must not quote the mail.
  using db = new DatabaseSync(join(server.dataDir, 'mayfly.db'), { timeout: 5_000 })
  db.exec(`CREATE TRIGGER fault BEFORE INSERT ON message BEGIN SELECT RAISE(ABORT, 'injected'); END`)
  assert.equal(Math.floor((await sendMail(server, 'secret@mayfly.test', SOURCE)).code / 100), 4)
  db.exec('DROP TRIGGER fault')
  db.exec('DELETE FROM rendition')
  db.exec(`CREATE TRIGGER fault BEFORE INSERT ON rendition BEGIN SELECT RAISE(ABORT, 'injected'); END`)
  assert.equal((await getMail(server, 'secret@mayfly.test')).length, 1)
  using client = await SmtpClient.greeted(server)
  await client.command(`${BODY} ${CODE}`)
  await client.openData('secret@mayfly.test')
  client.write(SOURCE)
  client[Symbol.dispose]()
  assert.equal(await server.stop(), 0)

  assert.match(server.log, /"level":"debug"/)
  assert.match(server.log, /injected/)
  const secrets = { key: server.key, wrongKey, otherKey: other.api_key, CODE, BODY, SUBJECT }
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(!server.log.includes(secret), `the log tells ${name}`)
  }
  assert.doesNotMatch(server.log, /tkc?_[0-9A-Za-z]{6}/)
})
