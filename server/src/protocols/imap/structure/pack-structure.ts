import type { BodyPart, Disposition, Parameters } from './body-part.ts'
import type { Address, Envelope } from './envelope.ts'
import type { Structure } from './structure.ts'

/** Goes up with every change of what is read or how it is packed. */
const VERSION = 1

type PackedEnvelope = [
  texts: readonly (string | null)[],
  from: readonly Address[],
  sender: readonly Address[] | 0,
  replyTo: readonly Address[] | 0,
  to: readonly Address[],
  cc: readonly Address[],
  bcc: readonly Address[],
]
type PackedCommon = [
  offsets: readonly [number, number, number],
  type: string,
  subtype: string,
  params: Parameters,
  disposition: readonly [string, Parameters] | 0,
  language: readonly string[] | 0,
  location: string | 0,
]
/** Id, description and md5. */
type PackedSingle = [encoding: string, texts: readonly [string | 0, string | 0, string | 0] | 0, lines: number | null]
type PackedPart =
  | ['multipart', PackedCommon, PackedPart[]]
  | ['message', PackedCommon, PackedSingle, PackedEnvelope, PackedPart]
  | ['leaf', PackedCommon, PackedSingle]
type Packed = [version: number, envelope: PackedEnvelope, body: PackedPart]

/** Less than half of what JSON makes of a structure by itself, since one is kept with every message. */
export function packStructure({ envelope, body }: Structure): string {
  const packed: Packed = [VERSION, packEnvelope(envelope), packPart(body)]
  return JSON.stringify(packed)
}

/** Null where another version packed it: the message is then to be read again. */
export function unpackStructure(text: string): Structure | null {
  const [version, envelope, part] = JSON.parse(text) as Packed
  if (version !== VERSION) return null
  const body = unpackPart(part)
  return { envelope: unpackEnvelope(envelope), body, headerEnd: body.offsets.bodyStart }
}

function packEnvelope(envelope: Envelope): PackedEnvelope {
  const { date, subject, from, sender, replyTo, to, cc, bcc, inReplyTo, messageId } = envelope
  const other = (list: readonly Address[]) => (list === from ? 0 : list)
  return [[date, subject, inReplyTo, messageId], from, other(sender), other(replyTo), to, cc, bcc]
}

function unpackEnvelope([texts, from, sender, replyTo, to, cc, bcc]: PackedEnvelope): Envelope {
  const [date = null, subject = null, inReplyTo = null, messageId = null] = texts
  return { date, subject, from, sender: sender || from, replyTo: replyTo || from, to, cc, bcc, inReplyTo, messageId }
}

function packPart(part: BodyPart): PackedPart {
  const common = packCommon(part)
  if (part.kind === 'multipart') return ['multipart', common, part.parts.map(packPart)]
  const { id, description, md5, encoding, lines } = part
  const texts = id || description || md5 ? ([id ?? 0, description ?? 0, md5 ?? 0] as const) : 0
  if (part.kind === 'leaf') return ['leaf', common, [encoding, texts, lines]]
  return ['message', common, [encoding, texts, lines], packEnvelope(part.envelope), packPart(part.body)]
}

function unpackPart(packed: PackedPart): BodyPart {
  const [kind, common] = packed
  if (kind === 'multipart') return { kind, ...unpackCommon(common), parts: packed[2].map(unpackPart) }
  const [, , [encoding, texts, lines]] = packed
  const [id, description, md5] = texts || [0, 0, 0]
  const shared = unpackCommon(common)
  const size = shared.offsets.bodyEnd - shared.offsets.bodyStart
  const single = { ...shared, id: id || null, description: description || null, encoding, size, md5: md5 || null }
  if (kind === 'leaf') return { kind, ...single, lines }
  return { kind, ...single, lines: lines ?? 0, envelope: unpackEnvelope(packed[3]), body: unpackPart(packed[4]) }
}

function packCommon({ offsets, type, subtype, params, disposition, language, location }: BodyPart): PackedCommon {
  const { headerStart, bodyStart, bodyEnd } = offsets
  return [
    [headerStart, bodyStart, bodyEnd],
    type,
    subtype,
    params,
    disposition === null ? 0 : [disposition.type, disposition.params],
    language.length === 0 ? 0 : language,
    location ?? 0,
  ]
}

function unpackCommon([places, type, subtype, params, packed, language, location]: PackedCommon) {
  const [headerStart, bodyStart, bodyEnd] = places
  const disposition: Disposition | null = packed === 0 ? null : { type: packed[0], params: packed[1] }
  const offsets = { headerStart, bodyStart, bodyEnd }
  return { type, subtype, params, disposition, language: language || [], location: location || null, offsets }
}
