import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { Arc, Dkim } from './auth-results.ts'
import { checkArc } from './check-arc.ts'
import type { Inquiry } from './inquiry.ts'
import { judgeSignatures } from './judge-signatures.ts'
import { noArc, noDkim } from './nothing-checked.ts'

export interface Signed {
  readonly dkim: Dkim
  readonly arc: Arc
  /** The addresses of From, as they are written; null where the header could not be read. */
  readonly from: readonly string[] | null
}

/** RFC 6376 §6.1 leaves it to the verifier how many signatures it tries: each may have the body hashed once more. */
const MAX_SIGNATURES = 10
const MAX_HEADER_BYTES = 128 * 1024
const MAX_HEADER_LINES = 2_000
/** mailauth takes these apart with time that grows with the square of their size. */
const ADDRESS_FIELDS = ['from', 'return-path']
const MAX_ADDRESS_FIELD = 4 * 1024
const PIECE = 64 * 1024
const CR = 0x0d

/** DKIM and ARC, which need one reading of the body between them. */
export async function verifySignatures(raw: Uint8Array, inquiry: Inquiry): Promise<Signed> {
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const fault = examineHeader(source)
  if (fault !== null) return unreadable('permerror', fault)
  try {
    const verified = await dkimVerify(Readable.from(pieces(source, inquiry)), { resolver: inquiry.ask })
    const arc = await checkArc(verified.arc, inquiry)
    return { dkim: judgeSignatures(verified), arc, from: verified.headerFrom }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
    return unreadable('temperror', error.message)
  }
}

class OutOfTime extends Error {}

/** Between the pieces other mails have their turn. */
async function* pieces(source: Buffer, inquiry: Inquiry): AsyncGenerator<Buffer> {
  for (let at = 0; at < source.length; at += PIECE) {
    if (inquiry.isOver) throw new OutOfTime('The message takes too long to check.')
    yield withLineEnds(source, at, at + PIECE)
    await nextTurn()
  }
}

/**
 * RFC 6376 §5.3: what is signed has lines that end with CRLF. mailauth would mend the others too, but line by line, with
 * memory for each.
 */
function withLineEnds(source: Buffer, from: number, to: number): Buffer {
  const before = source[from - 1] === CR ? '\r' : ' '
  const text = before + source.toString('latin1', from, to)
  if (!/(?<!\r)\n/.test(text)) return source.subarray(from, to)
  return Buffer.from(text.replaceAll(/(?<!\r)\n/g, '\r\n').slice(1), 'latin1')
}

/** What makes this header too much to check; null where nothing does. */
function examineHeader(source: Buffer): string | null {
  const start = source.toString('latin1', 0, MAX_HEADER_BYTES)
  const end = /\r?\n\r?\n/.exec(start)?.index ?? start.length
  if (end === start.length && source.length > MAX_HEADER_BYTES) return 'The header is too large to check.'
  const lines = start.slice(0, end).split('\n')
  if (lines.length > MAX_HEADER_LINES) return 'The header has too many lines to check.'
  const fields = measureFields(lines)
  const signatures = fields.get('dkim-signature')?.count ?? 0
  if (signatures > MAX_SIGNATURES) return `There are ${signatures} signatures: more than anyone needs.`
  const isLong = ADDRESS_FIELDS.some((name) => (fields.get(name)?.size ?? 0) > MAX_ADDRESS_FIELD)
  return isLong ? 'A list of addresses in the header is too long to check.' : null
}

/** How often each name is there, as mailauth reads it, and how much all that is. */
function measureFields(lines: readonly string[]): Map<string, { count: number; size: number }> {
  const fields = new Map<string, { count: number; size: number }>()
  let field = { count: 0, size: 0 }
  for (const [i, line] of lines.entries()) {
    if (i === 0 || !/^\s/.test(line)) {
      const name = line.slice(0, `${line}:`.indexOf(':')).trim().toLowerCase()
      field = fields.get(name) ?? { count: 0, size: 0 }
      fields.set(name, field)
      field.count++
    }
    field.size += line.length
  }
  return fields
}

function unreadable(result: 'permerror' | 'temperror', info: string): Signed {
  return { dkim: { ...noDkim(info), result }, arc: { ...noArc(info), result }, from: null }
}
