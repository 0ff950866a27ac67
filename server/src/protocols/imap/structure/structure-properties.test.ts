import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkStructure } from './check-structure.fixture.ts'
import { SAMPLE_MAILS } from './sample-mails.fixture.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure, type StructureLimits } from './structure.ts'

const SEEDS = SAMPLE_MAILS.map(({ raw }) => raw).filter((raw) => raw.length < 5000)
const PIECES = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\n\n',
    '\n ',
    '\0',
    '\xff',
    ' ',
    '\t',
    '--',
    '--x',
    '--x--',
    '\n--x\n',
    '\n--y--\n',
    ';',
    '=',
  ],
  ...[
    '"',
    '\\',
    '(',
    ')',
    '<',
    '>',
    '@',
    ',',
    ':',
    '[',
    ']',
    '*0*=',
    "''",
    '%41',
    '=?utf-8?Q?a?=',
    'boundary=x',
    'To: ',
  ],
  ...['\nContent-Type: message/rfc822\n\n', '\nContent-Type: multipart/digest; boundary=x\n\n', '\nContent-Type: '],
]

const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 }).map(latin1))
const edit = fc.record({ at: fc.nat(3000), cut: fc.nat(12), put: piece })
const mutated = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(edit, { minLength: 1, maxLength: 8 }))
  .map(([seed, edits]) =>
    edits.reduce((mail, { at, cut, put }) => splice(mail, at % (mail.length + 1), cut, put), seed),
  )
const spliced = fc
  .tuple(fc.constantFrom(...SEEDS), fc.constantFrom(...SEEDS), fc.nat(3000), fc.nat(3000))
  .map(([one, other, end, start]) => one.slice(0, end) + other.slice(start))
const assembled = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
const noise = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('latin1'))

const TIGHT: StructureLimits = {
  depth: 2,
  parts: 4,
  partHeaderBytes: 80,
  headerBytes: 200,
  parameters: 1,
  addresses: 2,
}

test('any bytes give a structure that holds together', () => {
  const mails = fc.oneof(noise, assembled, spliced, { arbitrary: mutated, weight: 3 })
  fc.assert(
    fc.property(mails, fc.constantFrom(DEFAULT_STRUCTURE_LIMITS, TIGHT), (mail, limits) => {
      const raw = Buffer.from(mail, 'latin1')
      checkStructure(raw, readStructure(raw, limits))
    }),
    { numRuns: 4000 },
  )
})

test('a mail cut at any byte, too', () => {
  for (const seed of SEEDS.filter((_, place) => place % 4 === 0)) {
    for (let end = 0; end < seed.length; end += 7) {
      const raw = Buffer.from(seed.slice(0, end), 'latin1')
      checkStructure(raw, readStructure(raw, DEFAULT_STRUCTURE_LIMITS))
    }
  }
})

function splice(text: string, at: number, cut: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + cut)
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}
