import type { BodyPart, LeafPart, MessagePart, Parameters } from './body-part.ts'
import { type Wire, WireWriter } from './wire.ts'
import { putEnvelope } from './write-envelope.ts'

/** BODYSTRUCTURE, or BODY where it is not `extensible` (RFC 3501 §7.4.2). */
export function writeBody(part: BodyPart, extensible: boolean): Wire {
  const out = new WireWriter()
  putPart(out, part, extensible)
  return out.wire()
}

function putPart(out: WireWriter, part: BodyPart, extensible: boolean): void {
  out.put('(')
  if (part.kind === 'multipart') {
    for (const child of part.parts) putPart(out, child, extensible)
    out.put(' ').string(part.subtype)
    if (extensible) putParameters(out.put(' '), part.params)
  } else {
    putSingle(out, part, extensible)
    if (extensible) out.put(' ').nstring(part.md5)
  }
  if (extensible) putExtension(out, part)
  out.put(')')
}

function putSingle(out: WireWriter, part: MessagePart | LeafPart, extensible: boolean): void {
  out.string(part.type).put(' ').string(part.subtype).put(' ')
  putParameters(out, part.params)
  out.put(' ').nstring(part.id).put(' ').nstring(part.description)
  out.put(' ').string(part.encoding).put(' ').put(part.size)
  // RFC 3501 §9, body-type-msg: only message/rfc822 shows what is in it; message/global came with IMAP4rev2.
  if (part.kind === 'message' && part.subtype === 'rfc822') {
    putEnvelope(out.put(' '), part.envelope)
    putPart(out.put(' '), part.body, extensible)
    out.put(' ').put(part.lines)
  } else if (part.kind === 'leaf' && part.lines !== null) out.put(' ').put(part.lines)
}

function putExtension(out: WireWriter, { disposition, language, location }: BodyPart): void {
  if (disposition === null) out.put(' NIL')
  else {
    out.put(' (').string(disposition.type).put(' ')
    putParameters(out, disposition.params)
    out.put(')')
  }
  putStrings(out.put(' '), language)
  out.put(' ').nstring(location)
}

function putParameters(out: WireWriter, params: Parameters): void {
  putStrings(out, params.flat())
}

function putStrings(out: WireWriter, strings: readonly string[]): void {
  if (strings.length === 0) {
    out.put('NIL')
    return
  }
  for (const [place, text] of strings.entries()) out.put(place === 0 ? '(' : ' ').string(text)
  out.put(')')
}
