import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parameterText, parseParameters } from './parameters.ts'

const text = (field: string, name: string) => parameterText(parseParameters(field), name)

test('a value and its parameters', () => {
  const { value, raw } = parseParameters(' Text/HTML (comment); charset="utf-8"; FORMAT=flowed (yes); flag; x="a;\\"b"')
  assert.equal(value, 'text/html')
  assert.deepEqual(
    [...raw],
    [
      ['charset', 'utf-8'],
      ['format', 'flowed'],
      ['flag', ''],
      ['x', 'a;"b'],
    ],
  )
})

test('the first of a repeated parameter counts', () => {
  assert.equal(parseParameters('a/b; boundary=x; boundary=y').raw.get('boundary'), 'x')
})

test('the line end is no part of the last parameter', () => {
  for (const end of ['\r', ' \r', '\r\n', ' ']) {
    assert.equal(parseParameters(`multipart/mixed;\r\n boundary=x${end}`).raw.get('boundary'), 'x', JSON.stringify(end))
  }
})

test('a byte that would be a space in latin1 is part of a name in UTF-8', () => {
  const field = Buffer.from('a/b; name=voilà ;x=à (yes)').toString('latin1')
  assert.equal(text(field, 'name'), 'voilà')
  assert.equal(text(field, 'x'), 'à')
})

test('RFC 2231', () => {
  assert.equal(text("a/b; filename*=UTF-8''%e2%82%ac%20rates.txt", 'filename'), '€ rates.txt')
  assert.equal(
    text("a/b; filename*0*=iso-8859-1'de'gr%FC; filename*1=sse; filename*2*=%20.txt", 'filename'),
    'grüsse .txt',
  )
  assert.equal(text('a/b; filename*1=b.txt; filename*0=a-', 'filename'), 'a-b.txt')
  assert.equal(text("a/b; filename*0*=utf-8''%E3%83; filename*1*=%86", 'filename'), 'テ')
  assert.equal(text("a/b; filename=plain.txt; filename*=utf-8''ext.txt", 'filename'), 'ext.txt')
  assert.equal(text('a/b; filename*0="a%2F..%2Fb"', 'filename'), 'a%2F..%2Fb', 'not marked as encoded')
  assert.equal(text("a/b; filename*=utf-8''a%0D%0Ab", 'filename'), 'ab')
})

test('what mailers write instead of RFC 2231', () => {
  assert.equal(text('a/b; name="=?utf-8?B?44OG44K544OI?=.pdf"', 'name'), 'テスト.pdf')
  assert.equal(text(`a/b; name="${Buffer.from('grün.txt').toString('latin1')}"`, 'name'), 'grün.txt')
  assert.equal(text('a/b; name=Invoice(1).pdf', 'name'), 'Invoice(1).pdf')
  assert.equal(text('a/b; name=two words.pdf', 'name'), 'two words.pdf')
  assert.equal(text('a/b; name="never closed', 'name'), 'never closed')
})
