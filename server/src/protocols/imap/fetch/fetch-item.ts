import type { Cursor } from '../cursor.ts'
import { BadCommand } from '../refusal.ts'
import { RFC822_ITEMS, type SectionItem, takeSectionItem } from './section-item.ts'

export type { SectionItem } from './section-item.ts'

const PLAIN = ['UID', 'FLAGS', 'MODSEQ', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY', 'BODYSTRUCTURE'] as const

/** RFC 3501 §6.4.5 `fetch-att`. */
export type FetchItem = { readonly kind: (typeof PLAIN)[number] } | SectionItem

/** RFC 3501 §6.4.5: words that stand for several items, and only alone. */
const MACROS: ReadonlyMap<string, readonly FetchItem[]> = new Map([
  ['ALL', [{ kind: 'FLAGS' }, { kind: 'INTERNALDATE' }, { kind: 'RFC822.SIZE' }, { kind: 'ENVELOPE' }]],
  ['FAST', [{ kind: 'FLAGS' }, { kind: 'INTERNALDATE' }, { kind: 'RFC822.SIZE' }]],
  [
    'FULL',
    [{ kind: 'FLAGS' }, { kind: 'INTERNALDATE' }, { kind: 'RFC822.SIZE' }, { kind: 'ENVELOPE' }, { kind: 'BODY' }],
  ],
])

const NAME = /[A-Z][A-Z0-9.]*/iy

export function takeFetchItems(cursor: Cursor): readonly FetchItem[] {
  if (cursor.peek() !== '(') {
    const name = takeName(cursor)
    return MACROS.get(name) ?? [takeItem(cursor, name)]
  }
  const items = cursor.list('fetch items', () => takeItem(cursor, takeName(cursor)), cursor.limits.fetchItems)
  if (items.length === 0) throw new BadCommand('A fetch item is needed')
  return items
}

function takeName(cursor: Cursor): string {
  const name = cursor.match(NAME)?.[0].toUpperCase()
  if (name === undefined) throw new BadCommand('A fetch item is needed')
  return name
}

function takeItem(cursor: Cursor, name: string): FetchItem {
  if (name === 'BODY.PEEK') return takeSectionItem(cursor, true)
  if (name === 'BODY' && cursor.peek() === '[') return takeSectionItem(cursor, false)
  const kind = PLAIN.find((plain) => plain === name)
  const item = kind === undefined ? RFC822_ITEMS.get(name) : { kind }
  if (item === undefined) throw new BadCommand('There is no such fetch item')
  return item
}
