import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { parseAddressList } from './address-list.ts'
import { ADDRESS_FIELDS } from './address-mails.fixture.ts'
import { textOf } from './read-response.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure, writeEnvelope } from './structure.ts'

for (const [field, wire] of ADDRESS_FIELDS) {
  test(`addresses: ${JSON.stringify(field)}`, () => {
    const raw = Buffer.from(`To: ${field}\r\n\r\n`, 'latin1')
    const { envelope } = readStructure(raw, DEFAULT_STRUCTURE_LIMITS)
    assert.equal(textOf(writeEnvelope(envelope)), `(NIL NIL NIL NIL NIL ${wire} NIL NIL NIL NIL)`)
  })
}

test('past the limit addresses are left out, and an open group is closed', () => {
  assert.equal(parseAddressList('a@b.test,'.repeat(20), 5).length, 5)
  assert.deepEqual(parseAddressList('G: a@b.test, c@d.test, e@f.test;', 2), [
    [null, null, 'G', null],
    [null, null, 'a', 'b.test'],
    [null, null, null, null],
  ])
})
