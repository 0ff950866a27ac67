import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { NESTED_MAILS } from './nested-mails.fixture.ts'
import { ORDINARY_MAILS } from './ordinary-mails.fixture.ts'
import { SECOND_OPINION } from './second-opinion.fixture.ts'
import { type BodyPart, DEFAULT_STRUCTURE_LIMITS, type Parameters, readStructure } from './structure.ts'

const UNREADABLE = new Set(['commented-type', 'folded-boundary'])

for (const { id, raw } of [...ORDINARY_MAILS, ...NESTED_MAILS].filter((mail) => !UNREADABLE.has(mail.id))) {
  test(`another reader sees the same in ${id}`, () => {
    const { body } = readStructure(Buffer.from(raw, 'latin1'), DEFAULT_STRUCTURE_LIMITS)
    assert.deepEqual(linesOf(body), SECOND_OPINION[id])
  })
}

function linesOf(part: BodyPart): string[] {
  let line = `${part.type}/${part.subtype}${show(part.params)}`
  if (part.disposition !== null) line += ` | ${part.disposition.type}${show(part.disposition.params)}`
  // Of a message other than message/rfc822 Python keeps no payload, since it looks into every one.
  if (part.kind === 'leaf' && part.type !== 'message') line += ` | ${part.size} bytes`
  if (part.kind === 'leaf' && part.lines !== null) line += `, ${part.lines} lines`
  if (part.kind === 'multipart') return [line, ...part.parts.flatMap(linesOf)]
  return part.kind === 'message' ? [line, ...linesOf(part.body)] : [line]
}

/** An extended parameter as charset, language and decoded bytes (RFC 2231 §4). */
function show(params: Parameters): string {
  return params
    .map(([name, value]) => {
      if (!name.endsWith('*')) return `; ${name}=${JSON.stringify(value)}`
      const [charset, language, text = ''] = value.split("'")
      const bytes = text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return `; ${name.slice(0, -1)}=${JSON.stringify([charset, language, bytes])}`
    })
    .join('')
}
