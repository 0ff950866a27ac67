import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, resolveCharset } from './charset.ts'
import { CHARSET_SAMPLES } from './charset-samples.fixture.ts'

for (const [label, text, hex] of CHARSET_SAMPLES) {
  test(`${label} is decoded`, () => {
    assert.deepEqual(decodeText(Buffer.from(hex, 'hex'), label), { text, defect: false })
  })
}

test('labels as mailers spell them', () => {
  const spellings: [string, string][] = [
    ['utf8', 'utf-8'],
    ['UTF_8', 'utf-8'],
    ['"utf-8"', 'utf-8'],
    ["'utf-8'", 'utf-8'],
    ['unicode-1-1-utf-8', 'utf-8'],
    ['utf8mb4', 'utf-8'],
    ['cp1252', 'windows-1252'],
    ['x-cp1252', 'windows-1252'],
    ['ISO_8859-1:1987', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['csISOLatin2', 'iso-8859-2'],
    ['csShiftJIS', 'shift_jis'],
    ['x-sjis', 'shift_jis'],
    ['cp932', 'shift_jis'],
    ['x-gbk', 'gb18030'],
    ['GB_2312-80', 'gb18030'],
    ['cn-big5', 'big5'],
    ['x-euc-jp', 'euc-jp'],
    ['us-ascii', 'ascii'],
    ['ANSI_X3.4-1968', 'ascii'],
    ['ansi_x3.110-1983', 'unknown'],
    ['x-unknown', 'unknown'],
    ['__proto__', 'unknown'],
    ['', 'unknown'],
    ['a'.repeat(10_000), 'unknown'],
  ]
  for (const [label, encoding] of spellings) assert.equal(resolveCharset(label), encoding, label)
})

test('without a charset that can be believed: UTF-8 where valid, else windows-1252', () => {
  const utf8 = Buffer.from('Grüße')
  const latin = Buffer.from('Gr\xfc\xdfe', 'latin1')
  assert.deepEqual(decodeText(utf8, undefined), { text: 'Grüße', defect: false })
  assert.deepEqual(decodeText(latin, undefined), { text: 'Grüße', defect: true })
  for (const label of ['us-ascii', 'x-unknown', 'ansi_x3.110-1983', 'default']) {
    assert.deepEqual(decodeText(utf8, label), { text: 'Grüße', defect: true })
    assert.deepEqual(decodeText(latin, label), { text: 'Grüße', defect: true })
    assert.deepEqual(decodeText(Buffer.from('plain'), label), { text: 'plain', defect: false })
  }
})

test('UTF-7 and the 7-bit forms without a safe decoder are shown as they stand', () => {
  for (const label of [
    'utf-7',
    'UTF7',
    'unicode-1-1-utf-7',
    'x-utf-7',
    'csUnicode11UTF7',
    'hz-gb-2312',
    'iso-2022-kr',
  ]) {
    const hidden = Buffer.from('+ADw-script+AD4-')
    assert.deepEqual(decodeText(hidden, label), { text: '+ADw-script+AD4-', defect: true }, label)
  }
})

test('UTF-16 without a byte order mark is read in the order its zeros show', () => {
  const little = Buffer.from('Hello', 'utf16le')
  assert.equal(decodeText(little, 'utf-16').text, 'Hello')
  assert.equal(decodeText(Buffer.from(little).swap16(), 'utf-16').text, 'Hello')
})

test('bytes that a charset has no character for are marked, and named a defect', () => {
  assert.deepEqual(decodeText(Buffer.from('a\xffb', 'latin1'), 'utf-8'), { text: 'a\ufffdb', defect: true })
})
