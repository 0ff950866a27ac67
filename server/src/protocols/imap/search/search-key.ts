import type { SequenceSet } from '../sequence-set.ts'

/** What a message must be or have (RFC 3501 §6.4.4). Texts are folded, days count from 1970. */
export type SearchKey =
  | { readonly kind: 'all' }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'recent' }
  | { readonly kind: 'set'; readonly uid: boolean; readonly set: SequenceSet }
  | { readonly kind: 'larger' | 'smaller'; readonly size: number }
  /** From the first day on, before the second. */
  | { readonly kind: 'received' | 'sent'; readonly from: number; readonly before: number }
  | { readonly kind: 'header'; readonly name: string; readonly text: string }
  | { readonly kind: 'body' | 'text'; readonly text: string }
  | { readonly kind: 'modseq'; readonly modSeq: number }
  | { readonly kind: 'not'; readonly key: SearchKey }
  | { readonly kind: 'and' | 'or'; readonly keys: readonly SearchKey[] }

/** What it takes to know: the row (0), the header (1), the body (2). */
export function costOf(key: SearchKey): number {
  switch (key.kind) {
    case 'header':
    case 'sent':
      return 1
    case 'body':
    case 'text':
      return 2
    case 'not':
      return costOf(key.key)
    case 'and':
    case 'or':
      return Math.max(...key.keys.map(costOf))
    default:
      return 0
  }
}

/** Keys in the order of what they cost, so that a message is read only where its row cannot tell. */
export function combine(kind: 'and' | 'or', keys: readonly SearchKey[]): SearchKey {
  const [only] = keys
  if (only !== undefined && keys.length === 1) return only
  return { kind, keys: [...keys].sort((a, b) => costOf(a) - costOf(b)) }
}

/** RFC 3501 §6.4.4: the case of letters does not matter; nor should the way in which an accent is written. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export function someKey(key: SearchKey, test: (key: SearchKey) => boolean): boolean {
  if (test(key)) return true
  if (key.kind === 'not') return someKey(key.key, test)
  return (key.kind === 'and' || key.kind === 'or') && key.keys.some((one) => someKey(one, test))
}
