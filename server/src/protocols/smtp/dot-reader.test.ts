import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DotReader } from './dot-reader.ts'
import { cut, stuff } from './play.ts'

interface Decoded {
  readonly body: string
  readonly ended: boolean
  readonly rest: string
}

function decode(stream: string, sizes: readonly number[] = []): Decoded {
  const reader = new DotReader()
  const chunks = cut(Buffer.from(stream, 'latin1'), sizes)
  let body = ''
  for (const [index, chunk] of chunks.entries()) {
    const { data, next, ended } = reader.read(chunk, 0)
    body += data?.toString('latin1') ?? ''
    if (!ended) assert.equal(next, chunk.length)
    const left = () => chunk.toString('latin1', next) + Buffer.concat(chunks.slice(index + 1)).toString('latin1')
    if (ended) return { body, ended, rest: left() }
  }
  return { body, ended: false, rest: '' }
}

/** RFC 5321 §4.1.1.4 and §4.5.2 in three lines, on the whole stream. */
function reference(stream: string): Decoded {
  const end = `\r\n${stream}`.indexOf('\r\n.\r\n')
  const text = end < 0 ? stream : stream.slice(0, end)
  const body = `\r\n${text}`.replaceAll('\r\n.', '\r\n').slice(2)
  return { body, ended: end >= 0, rest: end < 0 ? '' : stream.slice(end + 3) }
}

const bytes = fc.oneof(
  fc.string({ unit: fc.constantFrom('\r', '\n', '.', 'a'), maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('\r\n', '.', '\r\n.', 'text', '\0', '\xff'), maxLength: 30 }),
)
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })

test('what a client stuffs comes out as it was, in any chunks', () =>
  fc.assert(
    fc.property(bytes, sizes, (body, cuts) => {
      const whole = `${body}\r\n`
      assert.deepEqual(decode(`${stuff(whole)}.\r\nNOOP\r\n`, cuts), { body: whole, ended: true, rest: 'NOOP\r\n' })
    }),
    { numRuns: 2000 },
  ))

test('any bytes in any chunks read as the whole stream does', () =>
  fc.assert(
    fc.property(bytes, sizes, (stream, cuts) => {
      const ended = `${stream}\r\n.\r\nQUIT\r\n`
      assert.deepEqual(decode(ended, cuts), reference(ended))
    }),
    { numRuns: 2000 },
  ))

test('the dot alone ends an empty message', () => {
  assert.deepEqual(decode('.\r\n'), { body: '', ended: true, rest: '' })
  assert.deepEqual(decode('.\r\n', [1]), { body: '', ended: true, rest: '' })
})

test('a CR held back after a dot is given back', () => {
  assert.equal(decode('.\r\r\n.\r\n', [1]).body, '\r\r\n')
  assert.equal(decode('.\rx\r\n.\r\n', [2]).body, '\rx\r\n')
})

test('without stuffed dots the data is a view of the chunk, with them one piece', () => {
  // Not from the pool, whose sharing would make any small buffer look like a view.
  const plain = Buffer.allocUnsafeSlow(15)
  plain.write('DATA\r\na\r\nb\r\n.\r\n')
  const read = new DotReader().read(plain, 6)
  assert.deepEqual([read.data?.toString(), read.data?.buffer === plain.buffer], ['a\r\nb\r\n', true])
  const dotted = new DotReader().read(Buffer.from('..\r\n'.repeat(1000)), 0)
  assert.equal(dotted.data?.toString(), '.\r\n'.repeat(1000))
})
