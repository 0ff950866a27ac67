import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EventStreamParser, type StreamBlock } from './event-stream-parser.ts'

const TEXT = [
  ...['retry: 2000', 'id: a', ''],
  ...[': alive', ''],
  ...['id: b', 'event: message.received', 'data: {"one":', 'data: 1}', ''],
  ...['id', 'data:no blank', 'unknown: field', ''],
  ...['data', ''],
  '',
]
const BLOCKS: StreamBlock[] = [
  { id: 'a', event: 'message', data: null, retry: 2_000 },
  { id: 'b', event: 'message.received', data: '{"one":\n1}', retry: null },
  { id: '', event: 'message', data: 'no blank', retry: null },
  { id: null, event: 'message', data: '', retry: null },
]

test('blocks are the same however the stream is cut, whatever its line ends', () => {
  fc.assert(
    fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(200), { maxLength: 20 }), (lineEnd, cuts) => {
      // With CR alone the last line end is seen with what comes next.
      const text = TEXT.join(lineEnd) + (lineEnd === '\r' ? '\r:' : '')
      const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length]
      const parser = new EventStreamParser()
      const blocks = places.slice(1).flatMap((place, at) => parser.push(text.slice(places[at], place)))
      assert.deepEqual(blocks, BLOCKS)
    }),
  )
})

test('what never ends is not kept', () => {
  assert.throws(() => new EventStreamParser().push('x'.repeat(2 ** 21)), /not one of events/)
  const parser = new EventStreamParser()
  assert.throws(() => {
    for (let line = 0; line < 3_000; line++) parser.push(`data: ${'x'.repeat(1_000)}\n`)
  }, /not one of events/)
})
