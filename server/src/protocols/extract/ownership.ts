import type { Candidate } from './candidates.ts'
import type { KeywordKind } from './keywords.ts'
import type { Hit } from './scan-keywords.ts'

const OWNERS = new Set<KeywordKind>(['owner', 'qualifier', 'number'])
/** Between a thing and its number there are few words, and none of them begins a new thought. */
const OWNER_GAP = /^[^\n.!?;]{0,3}(?:[\s:#.\-()[\]"'«»„“”№°º]|\p{L}{1,9}(?=[\s:]))*$/u

/** Another thing's number, by the word right before it: `Order 482913`. */
export function isOwned(text: string, hit: Hit | undefined, candidate: Candidate): boolean {
  if (hit === undefined || !OWNERS.has(hit.kind)) return false
  const gap = text.slice(hit.end, candidate.start)
  // "Voucher BDAY2026" is a voucher's; "for our product, enter 4471" is not a product's.
  return gap.length <= (hit.kind === 'qualifier' ? 4 : 28) && OWNER_GAP.test(gap.replace(/\n/g, ' '))
}

/** The same, by a word after it: `482913 is your order number`. */
export function isOwnedAfter(text: string, hit: Hit | undefined, candidate: Candidate): boolean {
  if (hit === undefined || !OWNERS.has(hit.kind)) return false
  const gap = text.slice(candidate.end, hit.start)
  return gap.length <= 18 && /^[ \n]?[^.,;:!?()\n\d]*$/.test(gap)
}
