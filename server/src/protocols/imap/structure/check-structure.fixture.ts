import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { readResponse, type Value } from './read-response.fixture.ts'
import {
  type Address,
  type BodyPart,
  type Envelope,
  packStructure,
  type Section,
  type Structure,
  sectionBytes,
  unpackStructure,
  writeBody,
  writeEnvelope,
} from './structure.ts'

/** The tree of a mail on one line. */
export function outlineOf(part: BodyPart): string {
  if (part.kind === 'multipart') return `${part.subtype}(${part.parts.map(outlineOf).join(' ')})`
  if (part.kind === 'message') return `${part.subtype}{${outlineOf(part.body)}}`
  return `${part.type}/${part.subtype}`
}

/** What holds for any bytes. */
export function checkStructure(raw: Buffer, structure: Structure): void {
  const { body, headerEnd, envelope } = structure
  assert.deepEqual(body.offsets, { headerStart: 0, bodyStart: headerEnd, bodyEnd: raw.length })
  checkPart(raw, body)
  assert.deepEqual(fetch(raw, structure, [], null), raw)
  const put = [fetch(raw, structure, [], 'HEADER'), putTogether(raw, structure, body, [])]
  assert.deepEqual(Buffer.concat(put), raw, 'the sections are the message')
  checkHeaderFields(raw, structure, [])
  assert.deepEqual(readResponse(writeEnvelope(envelope)), envelopeValue(envelope))
  for (const extensible of [false, true]) {
    assert.deepEqual(readResponse(writeBody(body, extensible)), bodyValue(body, extensible))
  }
  assert.deepEqual(unpackStructure(packStructure(structure)), structure)
}

/** Ranges are in order and inside of what holds them; sizes and lines are those of the ranges. */
function checkPart(raw: Buffer, part: BodyPart): void {
  const { headerStart, bodyStart, bodyEnd } = part.offsets
  assert.ok(0 <= headerStart && headerStart <= bodyStart && bodyStart <= bodyEnd && bodyEnd <= raw.length)
  if (part.kind !== 'multipart') assert.equal(part.size, bodyEnd - bodyStart)
  if (part.kind !== 'multipart' && (part.kind === 'message' || part.type === 'text')) {
    assert.equal(part.lines, raw.toString('latin1', bodyStart, bodyEnd).split('\n').length - 1)
  }
  const children = part.kind === 'multipart' ? part.parts : part.kind === 'message' ? [part.body] : []
  assert.ok(part.kind === 'leaf' || children.length > 0)
  let from = bodyStart
  for (const child of children) {
    assert.ok(from <= child.offsets.headerStart && child.offsets.bodyEnd <= bodyEnd)
    from = child.offsets.bodyEnd
    checkPart(raw, child)
  }
  if (part.kind === 'message') assert.deepEqual([part.body.offsets.headerStart, from], [bodyStart, bodyEnd])
}

/** The body of a part from the sections of what is in it, which must all be found by their paths. */
function putTogether(raw: Buffer, structure: Structure, part: BodyPart, path: readonly number[]): Buffer {
  const { bodyStart, bodyEnd } = part.offsets
  const pieces: Buffer[] = []
  if (part.kind === 'multipart') {
    let from = bodyStart
    for (const [place, child] of part.parts.entries()) {
      const below = [...path, place + 1]
      pieces.push(raw.subarray(from, child.offsets.headerStart), fetch(raw, structure, below, 'MIME'))
      pieces.push(putTogether(raw, structure, child, below))
      from = child.offsets.bodyEnd
    }
    pieces.push(raw.subarray(from, bodyEnd))
  } else if (path.length === 0) {
    pieces.push(putTogether(raw, structure, part, [1]))
  } else if (part.kind === 'message') {
    checkHeaderFields(raw, structure, path)
    const below = part.body.kind === 'multipart' ? path : [...path, 1]
    pieces.push(fetch(raw, structure, path, 'HEADER'), putTogether(raw, structure, part.body, below))
  } else {
    pieces.push(fetch(raw, structure, path, null))
    for (const name of ['HEADER', 'HEADER.FIELDS', 'TEXT'] as const) {
      assert.equal(sectionBytes(raw, structure, { path, part: name }), null)
    }
    assert.equal(sectionBytes(raw, structure, { path: [...path, 1], part: null }), null)
  }
  const together = Buffer.concat(pieces)
  if (path.length > 0 && part.kind !== 'multipart') assert.deepEqual(fetch(raw, structure, path, null), together)
  if (path.length === 0) assert.deepEqual(fetch(raw, structure, [], 'TEXT'), together)
  return together
}

/** What HEADER.FIELDS picks and what it leaves is the header, and either ends as a header does. */
function checkHeaderFields(raw: Buffer, structure: Structure, path: readonly number[]): void {
  const header = fetch(raw, structure, path, 'HEADER').toString('latin1')
  const fields = ['subject', 'Content-Type', 'X-Nothing', 'TO']
  const picked = fetch(raw, structure, path, 'HEADER.FIELDS', fields).toString('latin1')
  const left = fetch(raw, structure, path, 'HEADER.FIELDS.NOT', fields).toString('latin1')
  const end = /(?:^|\n)(\r?\n)$/.exec(header)?.[1] ?? ''
  assert.ok(picked.endsWith(end || '\r\n') && left.endsWith(end || '\r\n'))
  assert.equal(picked.length + left.length - 2 * (end.length || 2), header.length - end.length)
  assert.doesNotMatch(left, /(?:^|\n)(?:subject|content-type|to)[ \t]*:/i)
}

/** Every piece but the line end that is added must be a range of the source, not a copy. */
function fetch(
  raw: Buffer,
  structure: Structure,
  path: readonly number[],
  part: Section['part'],
  fields: string[] = [],
) {
  const pieces = sectionBytes(raw, structure, { path, part, fields })
  assert.ok(pieces !== null, `section ${path.join('.')} ${part}`)
  for (const piece of pieces) assert.ok(piece.buffer === raw.buffer || Buffer.from(piece).toString() === '\r\n')
  return Buffer.concat(pieces)
}

function envelopeValue(envelope: Envelope): Value {
  const { date, subject, from, sender, replyTo, to, cc, bcc, inReplyTo, messageId } = envelope
  const lists = [from, sender, replyTo, to, cc, bcc].map((list) => list.map((address: Address) => address.map(sent)))
  return [
    sent(date),
    sent(subject),
    ...lists.map((list) => (list.length > 0 ? list : null)),
    sent(inReplyTo),
    sent(messageId),
  ]
}

/** RFC 3501 §9: body-type-mpart, body-type-msg, body-type-text and body-type-basic. */
function bodyValue(part: BodyPart, extensible: boolean): Value {
  const params = strings(part.params.flat())
  const { disposition, language, location } = part
  const dsp = disposition === null ? null : [sent(disposition.type), strings(disposition.params.flat())]
  const extension = [dsp, strings(language), sent(location)]
  if (part.kind === 'multipart') {
    const value = [...part.parts.map((child) => bodyValue(child, extensible)), part.subtype]
    return extensible ? [...value, params, ...extension] : value
  }
  const value: Value[] = [
    part.type,
    part.subtype,
    params,
    sent(part.id),
    sent(part.description),
    part.encoding,
    part.size,
  ]
  if (part.kind === 'message' && part.subtype === 'rfc822') {
    value.push(envelopeValue(part.envelope), bodyValue(part.body, extensible), part.lines)
  } else if (part.type === 'text') value.push(part.lines)
  return extensible ? [...value, sent(part.md5), ...extension] : value
}

function strings(list: readonly string[]): Value {
  return list.length === 0 ? null : list.map(sent)
}

function sent(text: string | null): string | null {
  return text?.replaceAll('\0', '') ?? null
}
