import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Line } from './held-line.ts'
import { Input } from './input.ts'
import { cut, turn } from './play.ts'

const calm = { pause: () => {}, resume: () => {}, flush: () => undefined }

async function readLines(chunks: readonly Buffer[], limit: number): Promise<Line[]> {
  const input = new Input(calm, calm, 1_000_000)
  const lines: Line[] = []
  const reading = (async () => {
    for (let line = await input.line(limit); line !== null; line = await input.line(limit)) lines.push(line)
  })()
  for (const chunk of chunks) {
    input.push(chunk)
    await turn()
  }
  input.end()
  await reading
  return lines
}

describe('lines', () => {
  test('end with LF or CRLF, and only there', async () => {
    const lines = await readLines([Buffer.from('a\r\nb\n\r\n\nc\rd\r\r\nrest')], 100)
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['a', 'b', '', '', 'c\rd\r'],
    )
  })
  test('of an overlong line the head and the tail are kept', async () => {
    const text = `tag NOOP ${'x'.repeat(1000)} {12+}`
    const [line] = await readLines([Buffer.from(`${text}\r\n`)], 1000)
    assert.equal(line?.overlong, true)
    assert.match(line?.text ?? '', /^tag NOOP x+ \{12\+\}$/)
    assert.equal(line?.text.length, 128 + 31)
  })
  test('the limit is the text’s, without its end', async () => {
    const overlong = async (text: string) => (await readLines([Buffer.from(text)], 5))[0]?.overlong
    assert.deepEqual(await Promise.all(['12345\r\n', '12345\n', '123456\n', '123456\r\n'].map(overlong)), [
      false,
      false,
      true,
      true,
    ])
  })
  test('are the same however they come', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom('\r', '\n', '\r\n', 'ab', '{3}', '\xff'),
            fc.nat(200).map((n) => 'x'.repeat(n)),
          ),
          { maxLength: 12 },
        ),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        async (pieces, sizes) => {
          const stream = Buffer.from(pieces.join(''), 'latin1')
          assert.deepEqual(await readLines(cut(stream, sizes), 170), await readLines([stream], 170))
        },
      ),
      { numRuns: 200 },
    ))
})

test('the peer is stopped above the mark, and goes on well below it', async () => {
  const events: string[] = []
  const peer = { pause: () => events.push('pause'), resume: () => events.push('resume') }
  const input = new Input(peer, calm, 10)
  input.push(Buffer.alloc(10))
  assert.deepEqual(events, [])
  input.push(Buffer.alloc(1))
  input.push(Buffer.alloc(1))
  assert.deepEqual(events, ['pause'])
  await input.bytes(6)
  assert.deepEqual([events.length, input.buffered], [1, 6])
  await input.bytes(1)
  assert.deepEqual(events, ['pause', 'resume'])
  input.clear()
  assert.equal(input.buffered, 0)
})

test('who rests is woken by a byte, by the end, and by a ring, also by one that came before', async () => {
  const input = new Input(calm, calm, 10)
  for (const wake of [() => input.ring(), () => input.push(Buffer.alloc(1)), () => input.end()]) {
    input.clear()
    const rest = input.rest()
    assert.ok(rest && input.waiting)
    wake()
    await rest
    assert.equal(input.waiting, false)
  }
  const other = new Input(calm, calm, 10)
  other.ring()
  other.ring()
  assert.equal(other.rest(), undefined)
  assert.ok(other.rest(), 'two rings before it are one')
})

test('while the peer does not read what was said, nothing of it is read', async () => {
  const unread = Promise.withResolvers<void>()
  const answers = [unread.promise, undefined]
  const input = new Input(calm, { flush: () => answers.shift() }, 10)
  let read = false
  const line = input.line(10).then((one) => {
    read = true
    return one
  })
  input.push(Buffer.from('a\n'))
  await turn()
  assert.equal(read, false)
  unread.resolve()
  assert.equal((await line)?.text, 'a')
})
