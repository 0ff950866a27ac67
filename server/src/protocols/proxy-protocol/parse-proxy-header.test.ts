import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseProxyHeader } from './parse-proxy-header.ts'

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

function v2(command: number, family: number, body: Buffer): Buffer {
  const head = Buffer.from([command, family, 0, 0])
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([SIGNATURE, head, body])
}

const V4 = Buffer.from('cb007109c63364070fa00019', 'hex')
const V6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000001', 'hex'),
  Buffer.from('20010db8000000000000000000000002', 'hex'),
  Buffer.from('0fa00019', 'hex'),
])

test('a line of version 1', () => {
  for (const [line, peer] of [
    ['PROXY TCP4 203.0.113.9 198.51.100.7 4000 25\r\n', { address: '203.0.113.9', port: 4000 }],
    ['PROXY TCP6 2001:db8::1 2001:db8::2 65535 0\r\n', { address: '2001:db8::1', port: 65_535 }],
    ['PROXY UNKNOWN\r\n', null],
    ['PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n', null],
  ] as const) {
    assert.deepEqual(parseProxyHeader(latin1(`${line}EHLO`)), { state: 'complete', length: line.length, peer })
  }
})

test('a header of version 2, with what else the proxy says passed over', () => {
  const extra = Buffer.from('0300041234567804000100', 'hex')
  for (const [bytes, peer] of [
    [v2(0x21, 0x11, V4), { address: '203.0.113.9', port: 4000 }],
    [v2(0x21, 0x11, Buffer.concat([V4, extra])), { address: '203.0.113.9', port: 4000 }],
    [v2(0x21, 0x21, V6), { address: '2001:db8::1', port: 4000 }],
    [v2(0x20, 0x00, Buffer.alloc(0)), null],
    [v2(0x20, 0x11, V4), null],
    [v2(0x21, 0x00, extra), null],
  ] as const) {
    const after = Buffer.concat([bytes, latin1('EHLO')])
    assert.deepEqual(parseProxyHeader(after), { state: 'complete', length: bytes.length, peer })
  }
})

test('anything else is refused, as soon as it cannot become a header', () => {
  for (const bytes of [
    latin1('EHLO client.test\r\n'),
    latin1('PROXIES'),
    latin1('PROXY TCP4 203.0.113.9 198.51.100.7 4000\r\n'),
    latin1('PROXY TCP4 203.0.113.9 198.51.100.7 4000 25 1\r\n'),
    latin1('PROXY TCP4 2001:db8::1 2001:db8::2 4000 25\r\n'),
    latin1('PROXY TCP6 fe80::1%eth0 2001:db8::2 4000 25\r\n'),
    latin1('PROXY TCP4 203.0.113.9 198.51.100.7 65536 25\r\n'),
    latin1('PROXY TCP4 203.0.113.9 198.51.100.7 04000 25\r\n'),
    latin1('PROXY UDP4 203.0.113.9 198.51.100.7 4000 25\r\n'),
    latin1(`PROXY UNKNOWN ${'x'.repeat(92)}\r\n`),
    v2(0x11, 0x11, V4),
    v2(0x22, 0x11, V4),
    v2(0x21, 0x12, V4),
    v2(0x21, 0x31, Buffer.alloc(216)),
    v2(0x21, 0x11, V4.subarray(1)),
    v2(0x21, 0x21, V4),
    v2(0x21, 0x11, Buffer.alloc(4_097)).subarray(0, 16),
  ]) {
    assert.equal(parseProxyHeader(bytes).state, 'wrong', bytes.toString('latin1'))
  }
})

test('cut anywhere, a header is not complete until its last byte, and never wrong', () => {
  for (const whole of [latin1('PROXY TCP4 203.0.113.9 198.51.100.7 4000 25\r\n'), v2(0x21, 0x21, V6)]) {
    for (let length = 0; length < whole.length; length++) {
      assert.deepEqual(parseProxyHeader(whole.subarray(0, length)), { state: 'incomplete' })
    }
    assert.equal(parseProxyHeader(whole).state, 'complete')
  }
})

test('whatever comes, nothing is thrown, an address is one, and a decision comes in bounded time', () => {
  const start = fc.constantFrom(Buffer.alloc(0), SIGNATURE, latin1('PROXY '), latin1('PROXY TCP4 '), v2(0x21, 0x11, V4))
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 300 }), (head, tail) => {
      const bytes = Buffer.concat([head, tail])
      const header = parseProxyHeader(bytes)
      if (header.state !== 'complete') return
      assert.ok(header.length <= bytes.length)
      if (header.peer) assert.ok(isIP(header.peer.address) > 0 && header.peer.port <= 65_535)
      // What follows the header has no say.
      assert.deepEqual(parseProxyHeader(bytes.subarray(0, header.length)), header)
    }),
  )
  fc.assert(
    fc.property(start, fc.uint8Array({ minLength: 4_112, maxLength: 5_000 }), (head, tail) => {
      assert.notEqual(parseProxyHeader(Buffer.concat([head, tail])).state, 'incomplete')
    }),
  )
})
