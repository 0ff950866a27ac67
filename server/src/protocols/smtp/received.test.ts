import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { received, type Trace, transmissionType } from './received.ts'

const trace: Trace = {
  helo: 'client.test',
  remoteAddress: '::ffff:192.0.2.1',
  hostname: 'mx.test',
  protocol: 'ESMTPS',
  id: '01ABC',
  for: 'b@mx.test',
  date: new Date('2025-11-05T02:23:04Z'),
  tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
}

test('RFC 5321 §4.4, folded', () => {
  assert.equal(
    received(trace),
    'Received: from client.test ([192.0.2.1])\r\n\tby mx.test with ESMTPS id 01ABC\r\n' +
      '\t(TLSv1.3 TLS_AES_256_GCM_SHA384)\r\n\tfor <b@mx.test>;\r\n\tWed, 05 Nov 2025 02:23:04 +0000\r\n',
  )
  const { for: _, tls: __, ...plain } = trace
  assert.equal(
    received({ ...plain, helo: '[IPv6:::1]', remoteAddress: 'fe80::1%eth0', protocol: 'SMTP' }),
    'Received: from [IPv6:::1] ([IPv6:fe80::1])\r\n\tby mx.test with SMTP id 01ABC;\r\n\tWed, 05 Nov 2025 02:23:04 +0000\r\n',
  )
})

test('no value breaks the header', () => {
  const odd = fc.string({
    unit: fc.constantFrom('\r', '\n', '\0', '(', ')', ';', '<', '>', 'a', ' ', '"', 'ä'),
    maxLength: 400,
  })
  fc.assert(
    fc.property(odd, odd, odd, (helo, id, recipient) => {
      const lines = received({ ...trace, helo, id, for: recipient, remoteAddress: helo }).split('\r\n')
      assert.equal(lines.length, 6)
      assert.equal(lines.pop(), '')
      assert.match(lines[0] ?? '', /^Received: from [^\s()<>;"]+ \(\[unknown\]\)$/)
      for (const line of lines.slice(1)) assert.match(line, /^\t[^\r\n\0]+$/)
      for (const line of lines) assert.ok(line.length < 998)
    }),
  )
})

test('transmission types (RFC 3848 §1, RFC 6531 §3.7.3)', () => {
  const type = (esmtp: boolean, tls: boolean, smtputf8: boolean) => transmissionType({ esmtp, tls, smtputf8 })
  assert.deepEqual(
    [type(false, false, false), type(true, false, false), type(true, true, false), type(true, false, true)],
    ['SMTP', 'ESMTP', 'ESMTPS', 'UTF8SMTP'],
  )
  assert.equal(type(true, true, true), 'UTF8SMTPS')
})
