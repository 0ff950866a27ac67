import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { IncomingMail } from '../../app/deliver.ts'
import { MailSink } from './mail-sink.ts'
import { MemoryBudget } from './memory-budget.ts'
import { replyTo } from './replies.ts'

const MIB = 1024 * 1024
const spoolDir = mkdtempSync(join(tmpdir(), 'mayfly-spool-'))
after(() => rmSync(spoolDir, { recursive: true }))

type Source = Pick<IncomingMail, 'raw' | 'head' | 'sizeBytes'>

function open(options: { budget?: MemoryBudget; maxBytes?: number } = {}) {
  const taken: { source: Source; raw: Buffer }[] = []
  const budget = options.budget ?? new MemoryBudget(64 * MIB)
  const sink = new MailSink({
    budget,
    spoolDir,
    maxBytes: options.maxBytes ?? 50 * MIB,
    trace: Buffer.from('Received: here\r\n'),
    refuse: replyTo,
    deliver: async (source) => {
      const pieces =
        source.raw instanceof Uint8Array
          ? [source.raw]
          : await Array.fromAsync(source.raw, (piece) => Buffer.from(piece))
      taken.push({ source, raw: Buffer.concat(pieces) })
      return { code: 250, text: '2.0.0 OK' }
    },
  })
  return { sink, taken, budget }
}

async function fill(sink: MailSink, bytes: number, chunk = 60_000): Promise<Buffer> {
  const body = Buffer.alloc(bytes, 'Subject: a long one\r\n')
  for (let at = 0; at < bytes; at += chunk) await sink.write(body.subarray(at, at + chunk))
  return body
}

test('a small mail comes whole, with its trace before it', async () => {
  const { sink, taken } = open()
  await sink.write(Buffer.from('Subject: hi\r\n'))
  await sink.write(Buffer.from('\r\nbody\r\n'))
  assert.equal((await sink.end()).code, 250)
  assert.equal(taken[0]?.raw.toString(), 'Received: here\r\nSubject: hi\r\n\r\nbody\r\n')
  assert.equal(taken[0]?.source.sizeBytes, taken[0]?.raw.byteLength)
})

test('a large mail goes through a file that nobody can see, and comes whole', async () => {
  const { sink, taken, budget } = open()
  const body = await fill(sink, 5 * MIB)
  assert.deepEqual(readdirSync(spoolDir), [])
  assert.equal((await sink.end()).code, 250)
  const [mail] = taken
  assert.ok(mail && !(mail.source.raw instanceof Uint8Array))
  assert.ok(mail.raw.equals(Buffer.concat([Buffer.from('Received: here\r\n'), body])))
  assert.equal(mail.source.sizeBytes, mail.raw.byteLength)
  assert.ok(body.subarray(0, 60_000).equals(mail.source.head.subarray(0, 60_000)), "the head is the sender's alone")
  budget.take(64 * MIB - 1)
  assert.ok(!budget.exhausted, 'all memory was given back')
})

test('while memory is short, middling mails go to the disk too', async () => {
  const budget = new MemoryBudget(100)
  budget.take(100)
  const { sink, taken } = open({ budget })
  await fill(sink, 100_000)
  await sink.end()
  assert.ok(!(taken[0]?.source.raw instanceof Uint8Array))
})

test('over the limit nothing is kept, and the answer is 552', async () => {
  const { sink, taken } = open({ maxBytes: 1_000 })
  await fill(sink, 10 * MIB)
  assert.deepEqual(await sink.end(), { code: 552, text: '5.3.4 Message is larger than this inbox takes' })
  assert.deepEqual(taken, [])
})

test('an aborted mail gives its memory back', async () => {
  for (const bytes of [10_000, 3 * MIB]) {
    const { sink, taken, budget } = open()
    await fill(sink, bytes)
    sink.abort()
    budget.take(64 * MIB - 1)
    assert.ok(!budget.exhausted, `${bytes} bytes`)
    assert.deepEqual(taken, [])
  }
})
