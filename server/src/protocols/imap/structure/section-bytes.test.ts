import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { NESTED_MAILS } from './nested-mails.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure, type Section, sectionBytes } from './structure.ts'

function fetch(raw: string, section: Partial<Section>): string | null {
  const bytes = Buffer.from(raw, 'latin1')
  const structure = readStructure(bytes, DEFAULT_STRUCTURE_LIMITS)
  const pieces = sectionBytes(bytes, structure, { path: [], part: null, ...section })
  return pieces === null ? null : Buffer.concat(pieces).toString('latin1')
}

const FORWARDED = NESTED_MAILS.find(({ id }) => id === 'forwarded-multipart')?.raw ?? ''
const ROOT = NESTED_MAILS.find(({ id }) => id === 'message-as-root')?.raw ?? ''
const PLAIN = 'Subject: one\r\nX-Fold: a\r\n b\r\nto: c@d.test\r\n\r\ntext\r\n'

test('a message that is no multipart has part 1', () => {
  assert.equal(fetch(PLAIN, { path: [1] }), 'text\r\n')
  assert.equal(fetch(PLAIN, { path: [1], part: 'MIME' }), PLAIN.slice(0, -6))
  for (const path of [[0], [2], [1, 1]]) assert.equal(fetch(PLAIN, { path }), null)
  for (const part of ['HEADER', 'TEXT', 'HEADER.FIELDS.NOT'] as const)
    assert.equal(fetch(PLAIN, { path: [1], part }), null)
  assert.equal(fetch(PLAIN, { part: 'MIME' }), null)
})

test('RFC 3501 §6.4.5: the parts of a message inside a message', () => {
  const at = (...path: number[]) => fetch(FORWARDED, { path })
  assert.deepEqual([at(1), at(2, 1), at(2, 2), at(3)], ['Look.', 'plain', '<p>rich</p>', 'Bye.'])
  for (const path of [[4], [1, 1], [2, 3], [2, 1, 1]]) assert.equal(at(...path), null)
  const header = 'From: sam@far.test\r\nSubject: rich\r\nContent-Type: multipart/alternative; boundary=g\r\n\r\n'
  assert.equal(fetch(FORWARDED, { path: [2], part: 'HEADER' }), header)
  assert.equal(`${header}${fetch(FORWARDED, { path: [2], part: 'TEXT' })}`, at(2))
  assert.equal(fetch(FORWARDED, { path: [2], part: 'MIME' }), 'Content-Type: message/rfc822\r\n\r\n')
  assert.equal(fetch(FORWARDED, { path: [2, 2], part: 'MIME' }), 'Content-Type: text/html\r\n\r\n')
  const fields = { path: [2], part: 'HEADER.FIELDS', fields: ['SUBJECT'] } as const
  assert.equal(fetch(FORWARDED, fields), 'Subject: rich\r\n\r\n')
})

test('a message that holds nothing but a message', () => {
  assert.match(fetch(ROOT, { path: [1] }) ?? '', /^From: sam@far.test\r\n.*wrapped text\r\n$/s)
  assert.equal(fetch(ROOT, { path: [1, 1] }), 'wrapped text\r\n')
  assert.equal(fetch(ROOT, { path: [1], part: 'TEXT' }), 'wrapped text\r\n')
  assert.match(fetch(ROOT, { part: 'TEXT' }) ?? '', /^From: sam@far.test\r\n/)
})

test('fields keep their order and folding, whatever the order and case of the names', () => {
  const pick = (part: 'HEADER.FIELDS' | 'HEADER.FIELDS.NOT', ...fields: string[]) => fetch(PLAIN, { part, fields })
  assert.equal(pick('HEADER.FIELDS', 'TO', 'x-fold'), 'X-Fold: a\r\n b\r\nto: c@d.test\r\n\r\n')
  assert.equal(pick('HEADER.FIELDS.NOT', 'TO', 'x-fold'), 'Subject: one\r\n\r\n')
  assert.equal(pick('HEADER.FIELDS', 'Nothing'), '\r\n')
  assert.equal(pick('HEADER.FIELDS'), '\r\n')
  assert.equal(pick('HEADER.FIELDS.NOT'), fetch(PLAIN, { part: 'HEADER' }))
})

test('a header without an empty line is given one, and a bare LF stays', () => {
  const fields = { part: 'HEADER.FIELDS', fields: ['a'] } as const
  assert.equal(fetch('A: 1\r\nB: 2\r\n', fields), 'A: 1\r\n\r\n')
  assert.equal(fetch('A: 1', fields), 'A: 1\r\n')
  assert.equal(fetch('', fields), '\r\n')
  assert.equal(fetch('no header', fields), '\r\n')
  assert.equal(fetch('A: 1\nB: 2\n\nbody', fields), 'A: 1\n\n')
})

test('lines that are no field are among those not asked for', () => {
  const raw = 'A: 1\r\njunk\r\n more\r\nB : 2\r\n\r\n'
  assert.equal(fetch(raw, { part: 'HEADER.FIELDS', fields: ['b', ''] }), 'B : 2\r\n\r\n')
  assert.equal(fetch(raw, { part: 'HEADER.FIELDS.NOT', fields: ['b'] }), 'A: 1\r\njunk\r\n more\r\n\r\n')
})

test('what neighbours is one piece, and a header without end costs no more than its beginning', () => {
  const bytes = Buffer.from(`${'A: 1\nB: 2\n'.repeat(200_000)}\nbody`)
  const structure = readStructure(bytes, DEFAULT_STRUCTURE_LIMITS)
  const pieces = (fields: string[]) => sectionBytes(bytes, structure, { path: [], part: 'HEADER.FIELDS.NOT', fields })
  assert.equal(pieces([])?.length, 2)
  const left = pieces(['a']) ?? []
  assert.ok(left.length < 150_000)
  assert.equal(left.at(-1)?.length, 1)
  assert.ok(left.reduce((sum, piece) => sum + piece.length, 0) > 1_000_000)
})
