import type { Candidate } from './candidates.ts'
import { type LookAlike, lookAlikes } from './look-alikes.ts'
import { isOwned } from './ownership.ts'
import { type Hit, scanKeywords } from './scan-keywords.ts'

/** One of the texts of a mail, read once for all that stands in it. */
export interface Reading {
  readonly text: string
  readonly hits: readonly Hit[]
  readonly candidates: readonly Candidate[]
  readonly looks: readonly ReadonlySet<LookAlike>[]
  /** For each candidate, whether a word before it could be meant for it as well as for the next one. */
  readonly rivals: readonly boolean[]
}

export function read(text: string, candidates: readonly Candidate[]): Reading {
  const hits = scanKeywords(text.toLowerCase())
  const looks = candidates.map((candidate) => lookAlikes(text, candidate))
  const rivals = candidates.map((candidate, index) => {
    const before = hits[lastHitBefore(hits, firstHitAfter(hits, candidate.end), candidate.start)]
    return looks[index]?.size === 0 && !isOwned(text, before, candidate)
  })
  return { text, candidates, hits, looks, rivals }
}

/** The index of the first hit that starts at a position or after it. */
export function firstHitAfter(hits: readonly Hit[], at: number): number {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle] as Hit).start < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Letters of a code may look like a word; that says nothing about the code. */
export function lastHitBefore(hits: readonly Hit[], next: number, start: number): number {
  let at = next - 1
  while (at >= 0 && (hits[at] as Hit).end > start) at--
  return at
}
