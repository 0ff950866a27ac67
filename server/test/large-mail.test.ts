import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { memoryGrowth } from './support/bystanders.ts'
import { getMail, subjects } from './support/get-mail.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { SmtpClient } from './support/smtp-client.ts'
import { storedSource } from './support/stored-source.ts'
import { waitUntil } from './support/wait-until.ts'

const MIB = 1024 ** 2
/** Far from a tight bound, because memory is given back late: it catches a server that keeps copy after copy. */
const MOST_MB = 160
const TRACE = /^Return-Path: <[^>\r\n]*>\r\nReceived: [^\r\n]*\r\n(?:\t[^\r\n]*\r\n)+/

let server: RunningServer
before(async () => {
  server = await startServer()
  await getMail(server, 'large@mayfly.test')
  // The first large mail starts threads, which are no cost of the mails after it.
  using client = await SmtpClient.greeted(server)
  await client.openData('first@mayfly.test')
  await client.writeAll(stuffed(largeSource(9 * MIB)))
  await client.expect(250, '.')
})
after(() => server[Symbol.asyncDispose]())

/** Lines of random bytes: every value occurs, bare CR and LF and dots at the start of lines too. */
function largeSource(bytes: number): Buffer {
  const lines = [
    Buffer.from('From: a@elsewhere.test\r\nSubject: large\r\nContent-Type: application/octet-stream\r\n\r\n'),
  ]
  for (let size = 0; size < bytes; size += 1_000)
    lines.push(randomBytes(998), Buffer.from('\r\n'), Buffer.from('.a\r\n..\r\n'))
  return Buffer.concat(lines)
}

/** RFC 5321 §4.5.2. */
function stuffed(source: Buffer): Buffer {
  return Buffer.from(source.toString('latin1').replace(/(^|\r\n)\./g, '$1..'), 'latin1')
}

function spooled(): string[] {
  const open = readdirSync(`/proc/${server.pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${server.pid}/fd/${fd}`)]
    } catch {
      return []
    }
  })
  return [...readdirSync(join(server.dataDir, 'spool')), ...open.filter((path) => path.includes('/spool/'))]
}

test('a mail of 20 MB arrives byte for byte, and leaves nothing in the spool', async () => {
  const source = largeSource(20 * MIB)
  const wire = stuffed(source)
  using client = await SmtpClient.greeted(server)
  const growth = await memoryGrowth(server, async () => {
    await client.openData('large@mayfly.test')
    for (let at = 0; at < wire.length; at += MIB) {
      await client.writeAll(wire.subarray(at, at + MIB))
      if (at === 10 * MIB) assert.ok(spooled().length <= 1)
    }
    await client.expect(250, '.')
  })
  const stored = await storedSource(server, 'large@mayfly.test')
  assert.ok(stored)
  const [trace] = TRACE.exec(stored.toString('latin1', 0, 2_000)) ?? []
  assert.ok(trace)
  assert.ok(stored.subarray(trace.length).equals(source), 'what is stored is not what was sent')
  assert.deepEqual(spooled(), [])
  assert.ok(growth < MOST_MB, `the server has grown by ${growth} MB for a mail of 20 MB`)
  assert.deepEqual(await subjects(server, 'large@mayfly.test'), ['large'])
})

test('a mail that its client breaks off leaves nothing in the spool', async () => {
  using client = await SmtpClient.greeted(server)
  await client.openData('broken-off@mayfly.test')
  await client.writeAll(largeSource(5 * MIB))
  client[Symbol.dispose]()
  await waitUntil('its file is closed', () => spooled().length === 0)
  assert.deepEqual(await getMail(server, 'broken-off@mayfly.test'), [])
})

test('clients that break off at any moment leave no file behind, and the server goes on', async () => {
  const beginning = largeSource(2 * MIB)
  for (let n = 0; n < 100; n++) {
    using client = await SmtpClient.greeted(server)
    await client.openData('broken-off@mayfly.test')
    client.write(beginning)
    for (let turn = 0; turn < n; turn++) await new Promise(setImmediate)
  }
  await waitUntil('their files are closed', () => spooled().length === 0)
  // A file that was forgotten would end the process once it is collected: room for that to happen.
  using client = await SmtpClient.greeted(server)
  await client.openData('large@mayfly.test')
  for (let n = 0; n < 40; n++) await client.writeAll(stuffed(beginning))
  await client.expect('552 5.3.4', '.')
  assert.doesNotMatch(server.log, /"level":"(?:error|fatal)"/)
})

test('a mail that is too large is refused at its end, and one that says so before it is sent', async () => {
  using client = await SmtpClient.greeted(server)
  assert.match((await client.command('EHLO client.test')).text, /^SIZE 52428800$/m)
  await client.openData('unclaimed@mayfly.test')
  await client.writeAll(stuffed(largeSource(11 * MIB)))
  await client.expect('552 5.3.4', '.')
  await client.expect('552 5.3.4', `MAIL FROM:<> SIZE=${51 * MIB}`)
  await client.expect(250, `MAIL FROM:<> SIZE=${11 * MIB}`)
  await client.expect('552 5.3.4', 'RCPT TO:<unclaimed@mayfly.test>')
  await client.expect(250, 'RCPT TO:<large@mayfly.test>')
  assert.deepEqual(await getMail(server, 'unclaimed@mayfly.test'), [])
  assert.deepEqual(spooled(), [])
})
