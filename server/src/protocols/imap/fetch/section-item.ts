import type { Cursor } from '../cursor.ts'
import { BadCommand } from '../refusal.ts'
import { astring, list } from '../serialise.ts'
import type { Section } from '../structure/structure.ts'

/** RFC 3501 §6.4.5 `<origin.count>`. */
export interface Partial {
  readonly origin: number
  readonly count: number
}

/** Bytes of a message: BODY[…], or one of the RFC822 items that are short for it. */
export interface SectionItem {
  readonly kind: 'section'
  /** How the response names it. */
  readonly label: string
  readonly section: Section
  readonly partial: Partial | null
  /** Reading it does not set \Seen. */
  readonly peek: boolean
}

const WHOLE: Section = { path: [], part: null }
const NUMBER = /[1-9][0-9]{0,9}/y
const NEXT_NUMBER = /\.[1-9][0-9]{0,9}/y
const PART = /(?:HEADER\.FIELDS\.NOT|HEADER\.FIELDS|HEADER|TEXT|MIME)(?=[\] ])/iy

/** RFC 3501 §6.4.5: each is the same as a BODY[…]. */
export const RFC822_ITEMS: ReadonlyMap<string, SectionItem> = new Map(
  [
    { label: 'RFC822', section: WHOLE, peek: false },
    { label: 'RFC822.HEADER', section: { path: [], part: 'HEADER' } as const, peek: true },
    { label: 'RFC822.TEXT', section: { path: [], part: 'TEXT' } as const, peek: false },
  ].map((item) => [item.label, { kind: 'section', partial: null, ...item }]),
)

/** What stands behind BODY or BODY.PEEK, from the bracket on. */
export function takeSectionItem(cursor: Cursor, peek: boolean): SectionItem {
  cursor.expect('[')
  const section = takeSection(cursor)
  cursor.expect(']')
  const partial = cursor.skip('<') ? takePartial(cursor) : null
  const origin = partial === null ? '' : `<${partial.origin}>`
  return { kind: 'section', label: `BODY[${formatSection(section)}]${origin}`, section, partial, peek }
}

/** RFC 3501 §9 `section-spec`. */
function takeSection(cursor: Cursor): Section {
  if (cursor.peek() === ']') return WHOLE
  const path = takePath(cursor)
  if (path.length > 0 && !cursor.skip('.')) return { path, part: null }
  const part = cursor.match(PART)?.[0].toUpperCase() as Section['part'] | undefined
  if (part === undefined || (part === 'MIME' && path.length === 0)) throw new BadCommand('There is no such section')
  if (part !== 'HEADER.FIELDS' && part !== 'HEADER.FIELDS.NOT') return { path, part }
  cursor.space()
  const fields = cursor.list('header fields', () => cursor.astring('a header field'), cursor.limits.fetchItems)
  if (fields.length === 0) throw new BadCommand('A header field is needed')
  return { path, part, fields }
}

/** The numbers before a word; the dot before the word is left. */
function takePath(cursor: Cursor): number[] {
  const path: number[] = []
  for (let number = cursor.match(NUMBER); number !== null; number = cursor.match(NEXT_NUMBER)) {
    if (path.length >= cursor.limits.fetchItems) throw new BadCommand('The section is too deep')
    path.push(Number(number[0].replace('.', '')))
  }
  return path
}

function takePartial(cursor: Cursor): Partial {
  const origin = cursor.number('a first octet')
  cursor.expect('.')
  const count = cursor.number('a number of octets')
  if (count === 0) throw new BadCommand('A partial fetch has one octet at least')
  cursor.expect('>')
  return { origin, count }
}

function formatSection({ path, part, fields }: Section): string {
  const names = fields === undefined ? '' : ` ${list(fields.map(astring))}`
  return [...path, ...(part === null ? [] : [part])].join('.') + names
}
