import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts'
import { createParsePool } from './parse-pool.ts'

const mail = (text: string) => new Uint8Array(Buffer.from(`Subject: ${text}\r\nCc: a@b.c\r\n\r\n${text}`))
/** Twenty parts of the slowest HTML the guards let through; with the limits lifted, seconds of work. */
const endless = () => {
  const html = `${'<b x="</b>">'.repeat(10_000)}${'</i>'.repeat(29_000)}`
  const parts = `--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n`.repeat(20)
  return new Uint8Array(Buffer.from(`Subject: endless\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts}`))
}
const LIFTED = { ...DEFAULT_PARSE_LIMITS, textBytes: 64 * 1024 * 1024, readableChars: 64 * 1024 * 1024 }

test('results are kept apart and come in the order asked for', async () => {
  for (const threads of [1, 2]) {
    const pool = createParsePool({ threads })
    const names = Array.from({ length: 60 }, (_, n) => `mail ${n}`)
    const done: string[] = []
    const mails = await Promise.all(
      names.map(async (name) => {
        const { text } = await pool.parse(mail(name))
        done.push(text)
        return text
      }),
    )
    assert.deepEqual(mails, names)
    if (threads === 1) assert.deepEqual(done, names)
    await pool.close()
  }
})

test('a buffer of its own is moved, a view is copied', async () => {
  const pool = createParsePool()
  const own = mail('own')
  const view = new Uint8Array(Buffer.concat([Buffer.from('xx'), mail('view')])).subarray(2)
  assert.deepEqual([(await pool.parse(own)).text, (await pool.parse(view)).text], ['own', 'view'])
  assert.equal(own.byteLength, 0)
  assert.equal(view.byteLength > 0, true)
  await pool.close()
})

test('a thread that was prepared takes the first mail, and a pool that only prepared can be closed', async () => {
  const [used, unused] = [createParsePool(), createParsePool()]
  for (const pool of [used, unused, unused]) pool.prepare()
  assert.equal((await used.parse(mail('first'))).text, 'first')
  await Promise.all([used.close(), unused.close()])
  unused.prepare()
})

test('a mail that takes too long is answered from its header, and the next one is read', async () => {
  const pool = createParsePool({ timeoutMs: 400, limits: LIFTED })
  const [slow, next] = [pool.parse(endless()), pool.parse(mail('next'))]
  const answered = await slow
  assert.deepEqual([answered.defects, answered.text], [['timeout'], ''])
  assert.deepEqual(answered.headers[0], { name: 'Subject', value: 'endless' })
  assert.deepEqual([(await next).text, (await next).defects], ['next', []])
  await pool.close()
})

test('a thread that runs out of memory is replaced', async () => {
  const pool = createParsePool({ heapMb: 16, limits: LIFTED })
  const heavy = new Uint8Array(
    Buffer.from(`Subject: heavy\r\nContent-Type: text/html\r\n\r\n${'<p>x</p>'.repeat(24_000)}`),
  )
  const [crashed, next] = await Promise.all([pool.parse(heavy), pool.parse(mail('next'))])
  assert.deepEqual([crashed.defects, crashed.headers[0]?.value], [['crash'], 'heavy'])
  assert.deepEqual([next.text, next.defects, next.cc], ['next', [], ['a@b.c']])
  await pool.close()
})

test('close waits for what was asked for, then refuses', async () => {
  const pool = createParsePool()
  const asked = [pool.parse(mail('one')), pool.parse(mail('two'))]
  await pool.close()
  assert.deepEqual(
    (await Promise.all(asked)).map(({ text }) => text),
    ['one', 'two'],
  )
  await assert.rejects(pool.parse(mail('three')), /ParsePool is closed/)
  await pool.close()
})

test('a pool nobody used has started no thread', async () => {
  await createParsePool({ threads: 4 }).close()
})

test('an idle thread does not keep the process alive, a running parse does', async () => {
  const program = `import(${JSON.stringify(new URL('./parse-pool.ts', import.meta.url).href)}).then(async ({ createParsePool }) => {
    const { text } = await createParsePool().parse(new TextEncoder().encode('Subject: s\\r\\n\\r\\nread'))
    console.log(text)
  })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
  assert.equal(stdout, 'read\n')
})
