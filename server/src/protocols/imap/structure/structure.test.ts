import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { checkStructure, outlineOf } from './check-structure.fixture.ts'
import { SAMPLE_MAILS } from './sample-mails.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure } from './structure.ts'

for (const { id, outline, raw } of SAMPLE_MAILS) {
  test(`mail: ${id}`, () => {
    const bytes = Buffer.from(raw, 'latin1')
    const structure = readStructure(bytes, DEFAULT_STRUCTURE_LIMITS)
    assert.equal(outlineOf(structure.body), outline)
    checkStructure(bytes, structure)
  })
}

test('the set is large enough, and no mail is in it twice', () => {
  assert.ok(SAMPLE_MAILS.length >= 150, `only ${SAMPLE_MAILS.length} mails`)
  for (const key of ['id', 'raw'] as const) {
    assert.equal(new Set(SAMPLE_MAILS.map((mail) => mail[key])).size, SAMPLE_MAILS.length)
  }
})
