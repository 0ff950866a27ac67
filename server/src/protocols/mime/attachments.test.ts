import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeFilename } from './attachments.ts'
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts'
import { parseMail } from './parse-mail.ts'

const named = async (...header: string[]) => {
  const raw = Buffer.from(['Content-Type: application/pdf', ...header, '', 'x'].join('\r\n'))
  return (await parseMail(raw, DEFAULT_PARSE_LIMITS)).attachments[0]?.filename
}

test('names as mailers write them', async () => {
  assert.equal(await named('Content-Disposition: attachment; filename="a b.pdf"'), 'a b.pdf')
  assert.equal(await named("Content-Disposition: attachment; filename*=utf-8''%e2%82%ac.pdf"), '€.pdf')
  assert.equal(await named('Content-Disposition: attachment; filename="=?utf-8?B?44OG?=.pdf"'), 'テ.pdf')
  assert.equal(await named('Content-Disposition: attachment'), 'attachment-1')
  const raw = Buffer.from('Content-Type: a/b; name=n.pdf\r\nContent-Disposition: attachment\r\n\r\nx')
  assert.equal((await parseMail(raw, DEFAULT_PARSE_LIMITS)).attachments[0]?.filename, 'n.pdf')
})

test('hostile names', async () => {
  const cases: [string, string][] = [
    ['../../etc/passwd', '....etcpasswd'],
    ['C:\\Windows\\x.exe', 'C:Windowsx.exe'],
    ['..', 'attachment-3'],
    [' / ', 'attachment-3'],
    ['', 'attachment-3'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u2066b\u2069\u200fc', 'abc'],
    ['\ud800x', '\ufffdx'],
  ]
  for (const [name, safe] of cases) assert.equal(safeFilename(name, 2), safe)
  assert.equal(await named("Content-Disposition: attachment; filename*=utf-8''a%2F..%5Cb%00%0A.pdf"), 'a..b.pdf')
})

test('a long name keeps its extension', () => {
  const name = safeFilename(`${'x'.repeat(400)}.pdf`, 0)
  assert.deepEqual([name.length, name.slice(-5)], [255, 'x.pdf'])
})

test('any name is safe to save under', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(199), (name, index) => {
      const safe = safeFilename(name, index)
      assert.ok(safe.length > 0 && safe.length <= 255 && safe !== '.' && safe !== '..' && safe.isWellFormed())
      assert.doesNotMatch(safe, /[/\\\u202a-\u202e\u2066-\u2069]/)
    }),
    { numRuns: 1000 },
  )
})
