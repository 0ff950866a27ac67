import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from './parse-limits.ts'
import { parseMail } from './parse-mail.ts'
import { readAttachment } from './read-attachment.ts'

const parse = (raw: string, limits: Partial<ParseLimits> = {}) =>
  parseMail(Buffer.from(raw, 'latin1'), { ...DEFAULT_PARSE_LIMITS, ...limits })
const MIXED = 'Subject: s\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'

test('10,000 parts: the first thousand are read', async () => {
  const mail = await parse(`${MIXED}${'--x\r\n\r\na\r\n'.repeat(10_000)}--x--\r\n`)
  assert.deepEqual([mail.text.length, mail.defects], [1999, ['parts']])
})

test('10,000 attachments: the first two hundred are listed', async () => {
  const mail = await parse(`${MIXED}${'--x\r\nContent-Type: a/b\r\n\r\na\r\n'.repeat(10_000)}--x--\r\n`)
  assert.deepEqual([mail.attachments.length, mail.defects], [200, ['attachments', 'parts']])
})

test('1,000 levels: what is deeper than 32 is one opaque attachment', async () => {
  const open = (level: number) =>
    `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n\r\ntext ${level}\r\n--b${level}\r\n`
  const mail = await parse(Array.from({ length: 1000 }, (_, level) => open(level)).join(''))
  assert.equal(mail.text.split('\n').length, 32)
  assert.equal(mail.attachments.length, 1)
  assert.deepEqual(mail.defects, ['depth', 'malformed'])
})

test('a huge header is read in part, and the body is still found', async () => {
  const mail = await parse(`Subject: s\r\n${'X: y\r\n'.repeat(100_000)}\r\nbody`)
  assert.equal(mail.text, 'body')
  assert.ok(mail.headers.length < 12_000)
  assert.deepEqual(mail.defects, ['header_size'])
})

test('all headers together have a limit too', async () => {
  const mail = await parse(`${MIXED}${`--x\r\nX: ${'y'.repeat(60_000)}\r\n\r\na\r\n`.repeat(10)}--x--`)
  assert.deepEqual([mail.text, mail.defects], ['a\na\na\na', ['header_size']])
})

test('text and HTML are cut', async () => {
  const limits = { textBytes: 10, readableChars: 5 }
  const plain = await parse('\r\n0123456789abc', limits)
  assert.deepEqual([plain.text, plain.defects], ['0123456789', ['text_size']])
  const html = await parse('Content-Type: text/html\r\n\r\n0123456789abc', limits)
  assert.deepEqual([html.text, html.html, html.defects], ['01234', '0123456789', ['text_size']])
  const base64 = await parse(`Content-Transfer-Encoding: base64\r\n\r\n${'QUJD\r\n'.repeat(1000)}`, limits)
  assert.deepEqual([base64.text, base64.defects], ['ABCABCABCA', ['text_size']])
  const halved = await parse(`\r\n${Buffer.from('123456789ü').toString('latin1')}`, limits)
  assert.deepEqual([halved.text, halved.defects], ['123456789', ['text_size']])
})

test('lines that look like delimiters cannot hold the reader up', async () => {
  const mail = await parse(`${MIXED}--x\r\n\r\nfirst\r\n--x\r\n\r\n${'--\n'.repeat(600_000)}`)
  assert.match(mail.text, /^first\n/)
  assert.ok(mail.defects.includes('parts'))
})

const SEEDS = [
  `${MIXED}--x\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\n\r\nplain\r\n--y\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=BC</p>\r\n--y--\r\n--x\r\nContent-Type: application/pdf; name="=?utf-8?Q?a=2Fb?="\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n--x--\r\n`,
  'From: "A" <a@b.c>\r\nCc: G: x@y.z;\r\nContent-Type: text/plain; charset=iso-2022-jp; format=flowed\r\n\r\n\x1b$B%F\x1b(B \r\n> a \r\n',
  'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x\r\n\r\n--x\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--x--',
]

const mutated = fc
  .tuple(
    fc.constantFrom(...SEEDS),
    fc.array(
      fc.tuple(
        fc.nat(700),
        fc.nat(8),
        fc.oneof(
          fc.string({ maxLength: 6 }),
          fc.constantFrom('\r\n', '\n\n', '--x', '--y--', '=', ';', '"', '\0', '\xff'),
        ),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([seed, edits]) => edits.reduce((mail, [at, cut, put]) => mail.slice(0, at) + put + mail.slice(at + cut), seed))

const noise = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes).toString('latin1'))

test('any bytes are read, within the limits, and the same each time', async () => {
  const limits = { ...DEFAULT_PARSE_LIMITS, depth: 2, parts: 3, textBytes: 100, readableChars: 50, attachments: 1 }
  await fc.assert(
    fc.asyncProperty(fc.oneof(noise, mutated, mutated), async (raw) => {
      const mail = await parse(raw, limits)
      assert.deepEqual(JSON.parse(JSON.stringify(mail)), mail)
      assert.deepEqual(await parse(raw, limits), mail)
      assert.ok(mail.text.length <= 100 && mail.html.length <= 100 && mail.attachments.length <= 1)
      assert.doesNotMatch(mail.text + mail.html, /[\r\0]/)
      for (const { name, value } of mail.headers) assert.doesNotMatch(name + value, /[\x00-\x1f\x7f-\x9f]/)
      for (const { index, size_bytes } of mail.attachments) {
        assert.equal(readAttachment(Buffer.from(raw, 'latin1'), index, limits)?.content.length, size_bytes)
      }
    }),
    { numRuns: 2500 },
  )
})
