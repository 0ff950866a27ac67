import type { Row } from '../backend.ts'
import { formatDateTime } from '../date-time.ts'
import type { Dialogue, Selected } from '../dialogue.ts'
import { flagsItem, modSeqItem } from '../flag-responses.ts'
import type { Outlet } from '../outlet.ts'
import { type Structure, sectionBytes, type Wire, writeBody, writeEnvelope } from '../structure/structure.ts'
import type { Numbered } from '../view.ts'
import { cutPieces } from './cut-pieces.ts'
import type { FetchItem, SectionItem } from './fetch-item.ts'

/** Items that say how a message is made. */
const STRUCTURED: ReadonlySet<FetchItem['kind']> = new Set(['ENVELOPE', 'BODY', 'BODYSTRUCTURE'] as const)

/** What of a message its items need. */
interface Source {
  readonly raw: Uint8Array | null
  readonly structure: Structure | null
}

/** One FETCH response (RFC 3501 §7.4.2). false: the message is gone, and nothing was said of it. */
export async function writeMessage(
  { outlet }: Dialogue,
  selected: Selected,
  { seq, row }: Numbered,
  items: readonly FetchItem[],
): Promise<boolean> {
  // Read before the first word of the response: a response that was begun has to be finished.
  const source = await readSource(selected, row.uid, items)
  if (source === null) return false
  outlet.text(`* ${seq} FETCH (`)
  for (const [index, item] of items.entries()) {
    if (index > 0) outlet.text(' ')
    if (item.kind === 'section') await writeSection(outlet, item, source)
    else await outlet.wire(plainItem(item.kind, selected, row, source))
  }
  outlet.line(')')
  await outlet.breathe()
  return true
}

/** null: the message is gone. */
async function readSource(
  { mailbox, view }: Selected,
  uid: number,
  items: readonly FetchItem[],
): Promise<Source | null> {
  const sections = items.filter((item) => item.kind === 'section')
  const needsStructure = items.some(({ kind }) => STRUCTURED.has(kind)) || sections.some((item) => !isWhole(item))
  // What can still be had of it, from some memory of the backend, is not asked for.
  if ((needsStructure || sections.length > 0) && view.isGone(uid)) return null
  const structure = needsStructure ? await mailbox.structure(uid) : null
  if (needsStructure && structure === null) return null
  if (sections.length === 0) return { raw: null, structure }
  const first = Math.max(...sections.map((item) => lastByte(item, structure)))
  const raw = await mailbox.raw(uid, first === Infinity ? undefined : first)
  return raw === null ? null : { raw, structure }
}

/** How far into the message the section goes, as far as that is known: a list of headers does not need the bodies. */
function lastByte({ section: { path, part }, partial }: SectionItem, structure: Structure | null): number {
  if (path.length > 0 || part === 'TEXT') return Infinity
  if (part === null) return partial === null ? Infinity : partial.origin + partial.count
  return structure?.headerEnd ?? Infinity
}

function isWhole({ section: { path, part } }: SectionItem): boolean {
  return path.length === 0 && part === null
}

function plainItem(
  kind: Exclude<FetchItem['kind'], 'section'>,
  selected: Selected,
  row: Row,
  { structure }: Source,
): Wire {
  switch (kind) {
    case 'UID':
      return [`UID ${row.uid}`]
    case 'FLAGS':
      return [flagsItem(selected, row)]
    case 'MODSEQ':
      return [modSeqItem(row)]
    case 'INTERNALDATE':
      return [`INTERNALDATE ${formatDateTime(row.internalDate)}`]
    case 'RFC822.SIZE':
      return [`RFC822.SIZE ${row.size}`]
    case 'ENVELOPE':
      return ['ENVELOPE ', ...writeEnvelope((structure as Structure).envelope)]
    case 'BODY':
    case 'BODYSTRUCTURE':
      return [`${kind} `, ...writeBody((structure as Structure).body, kind === 'BODYSTRUCTURE')]
  }
}

/** A section that is not there is NIL; one that is there and empty is a literal of no octets. */
async function writeSection(outlet: Outlet, item: SectionItem, { raw, structure }: Source): Promise<void> {
  const bytes = raw as Uint8Array
  const whole = isWhole(item) ? [bytes] : sectionBytes(bytes, structure as Structure, item.section)
  if (whole === null) {
    outlet.text(`${item.label} NIL`)
    return
  }
  const pieces = item.partial === null ? whole : cutPieces(whole, item.partial)
  outlet.text(`${item.label} {${pieces.reduce((sum, piece) => sum + piece.length, 0)}}\r\n`)
  for (const piece of pieces) await outlet.bytes(piece)
}
