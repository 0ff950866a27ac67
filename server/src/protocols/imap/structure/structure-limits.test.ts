import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { checkStructure, outlineOf } from './check-structure.fixture.ts'
import {
  type BodyPart,
  DEFAULT_STRUCTURE_LIMITS,
  packStructure,
  readStructure,
  type StructureLimits,
  unpackStructure,
} from './structure.ts'

const MIXED = 'Content-Type: multipart/mixed; boundary=x\r\n\r\n'

function read(mail: string, limits: Partial<StructureLimits> = {}): BodyPart {
  const raw = Buffer.from(mail, 'latin1')
  const structure = readStructure(raw, { ...DEFAULT_STRUCTURE_LIMITS, ...limits })
  checkStructure(raw, structure)
  return structure.body
}

test('past the limit of parts the rest is one part', () => {
  const four = `${MIXED}--x\r\n\r\n1\r\n--x\r\n\r\n2\r\n--x\r\n\r\n3\r\n--x--\r\n`
  assert.equal(outlineOf(read(four, { parts: 4 })), 'mixed(text/plain text/plain text/plain)')
  const cut = read(four, { parts: 2 })
  assert.equal(outlineOf(cut), 'mixed(text/plain application/octet-stream)')
  assert.ok(cut.kind === 'multipart')
  const [, rest] = cut.parts
  assert.ok(rest?.kind === 'leaf')
  assert.deepEqual(
    [rest.encoding, four.slice(rest.offsets.bodyStart)],
    ['binary', '\r\n2\r\n--x\r\n\r\n3\r\n--x--\r\n'],
  )
})

test('ten thousand parts', () => {
  const body = read(`${MIXED}${'--x\r\n\r\na\r\n'.repeat(10_000)}--x--\r\n`)
  assert.ok(body.kind === 'multipart')
  assert.equal(body.parts.length, 1000)
  assert.equal(body.parts.at(-1)?.subtype, 'octet-stream')
})

test('a thousand multiparts in each other: what is deeper than 32 is not looked into', () => {
  const open = (level: number) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`
  const body = read(Array.from({ length: 1000 }, (_, level) => open(level)).join(''))
  assert.equal(outlineOf(body), `${'mixed('.repeat(32)}application/octet-stream${')'.repeat(32)}`)
})

test('a thousand messages in each other, too', () => {
  const body = read('Content-Type: message/rfc822\r\n\r\n'.repeat(1000))
  assert.equal(outlineOf(body), `${'rfc822{'.repeat(32)}application/octet-stream${'}'.repeat(32)}`)
  assert.equal(
    outlineOf(read('Content-Type: message/rfc822\r\n\r\n'.repeat(9), { parts: 1 })),
    'application/octet-stream',
  )
})

test('a huge header is read in part, and the body is still found', () => {
  const mail = `Content-Type: text/html\r\n${'X: y\r\n'.repeat(100_000)}Content-ID: <late>\r\n\r\nbody`
  const body = read(mail)
  assert.ok(body.kind === 'leaf')
  assert.deepEqual([outlineOf(body), body.id, body.size], ['text/html', null, 4])
})

test('all headers together have a limit too', () => {
  const part = `--x\r\nX: ${'y'.repeat(60_000)}\r\n\r\na\r\n`
  assert.equal(
    outlineOf(read(`${MIXED}${part.repeat(10)}--x--`)),
    `mixed(${'text/plain '.repeat(5)}application/octet-stream)`,
  )
})

test('lines that look like delimiters are compared so often and no more; the rest stays in the part at hand', () => {
  const open = (level: number) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`
  const deep = Array.from({ length: 32 }, (_, level) => open(level)).join('')
  const outline = (parts: string) => `${'mixed('.repeat(32)}${parts}${')'.repeat(32)}`
  const withLines = (count: number) => outlineOf(read(`${deep}\nfirst\n${'--b?\n'.repeat(count)}--b31\n\nsecond\n`))
  assert.equal(withLines(300_000), outline('text/plain text/plain'))
  assert.equal(withLines(320_000), outline('text/plain'))
})

test('the least limits there can be', () => {
  const none = { depth: 0, parts: 0, partHeaderBytes: 0, headerBytes: 0, parameters: 0, addresses: 0 }
  assert.equal(outlineOf(read(`${MIXED}--x\r\n\r\na\r\n--x--`, none)), 'text/plain')
  assert.equal(outlineOf(read(`${MIXED}--x\r\n\r\na\r\n--x--`, { depth: 0 })), 'application/octet-stream')
})

test('a view into a larger buffer is read in its own bounds', () => {
  const mail = 'Subject: s\r\n\r\ntext'
  const around = Buffer.from(`before${mail}after`)
  const structure = readStructure(
    new Uint8Array(around.buffer, around.byteOffset + 6, mail.length),
    DEFAULT_STRUCTURE_LIMITS,
  )
  assert.deepEqual([structure.envelope.subject, structure.headerEnd], ['s', 14])
  assert.equal(structure.body.offsets.bodyEnd, mail.length)
})

test('what another version packed is not read', () => {
  const packed = packStructure(readStructure(Buffer.from('Subject: s\r\n\r\n'), DEFAULT_STRUCTURE_LIMITS))
  assert.equal(unpackStructure(packed)?.envelope.subject, 's')
  assert.equal(unpackStructure(packed.replace(/^\[\d+/, '[0')), null)
})
