import type { Candidate } from './candidates.ts'
import { ANNOUNCED, isAnnounced, isLabelled, isLabelledAfter, isYours, SENTENCE_END } from './labels.ts'
import { isOwned, isOwnedAfter } from './ownership.ts'
import { firstHitAfter, lastHitBefore, type Reading } from './reading.ts'
import type { Hit } from './scan-keywords.ts'

/** The words around a candidate, each with how near it is: 1 right beside, 0 out of sight. */
export interface Surroundings {
  readonly oneTime: number
  readonly code: number
  readonly half: number
  readonly action: number
  readonly topic: number
  /** Named in so many words: `code: 482913`, `your code is 482913`, `482913 is your code`. */
  readonly labelled: boolean
  /** It is the reader's: `your code`. */
  readonly yours: boolean
  /** Something is announced right before it. */
  readonly colon: boolean
  /** Another thing's number, by the word right before it, on its line or on one above. */
  readonly owned: 'no' | 'above' | 'beside'
  /** The same, by a word after it: `482913 is your order number`. */
  readonly ownedAfter: boolean
}

const REACH = 220
const MAX_HITS_EACH_SIDE = 6

export function surroundings(reading: Reading, index: number, isAlone: boolean): Surroundings {
  const { text, hits, candidates } = reading
  const candidate = candidates[index] as Candidate
  const next = firstHitAfter(hits, candidate.end)
  const before = lastHitBefore(hits, next, candidate.start)
  let announced = false
  const seen = { 'one-time': 0, code: 0, half: 0, action: 0, topic: 0 }
  const look = (hit: Hit, nearness: number) => {
    if (hit.kind in seen) {
      const kind = hit.kind as keyof typeof seen
      seen[kind] = Math.max(seen[kind], nearness)
    }
  }
  for (let at = before; at >= Math.max(0, before - MAX_HITS_EACH_SIDE); at--) {
    const hit = hits[at] as Hit
    if (candidate.start - hit.end > REACH) break
    if (hit.kind === 'topic' && /[\n.!?。]/.test(text.slice(hit.end, candidate.start))) continue
    if (hit.kind === 'one-time' || hit.kind === 'code') announced ||= isAnnounced(text.slice(hit.end, candidate.start))
    look(hit, nearnessBefore(text, hit, candidate, rival(reading, index - 1), isAlone))
  }
  for (let at = next; at < Math.min(hits.length, next + MAX_HITS_EACH_SIDE); at++) {
    const hit = hits[at] as Hit
    if (hit.start - candidate.end > REACH) break
    if (hit.kind !== 'topic') look(hit, nearnessAfter(text, hit, candidate, rival(reading, index + 1), isAlone))
  }
  return {
    oneTime: seen['one-time'],
    code: seen.code,
    half: seen.half,
    action: seen.action,
    topic: seen.topic,
    labelled: announced || isLabelled(text, hits[before], candidate) || isLabelledAfter(text, hits[next], candidate),
    yours: isYours(text, hits[before]) || isYours(text, hits[next]),
    colon: ANNOUNCED.test(text.slice(Math.max(0, candidate.start - 12), candidate.start)),
    owned: ownership(text, hits[before], candidate),
    ownedAfter: isOwnedAfter(text, hits[next], candidate),
  }
}

function ownership(text: string, hit: Hit | undefined, candidate: Candidate): Surroundings['owned'] {
  if (hit === undefined || !isOwned(text, hit, candidate)) return 'no'
  return text.slice(hit.end, candidate.start).includes('\n') ? 'above' : 'beside'
}

function rival({ candidates, rivals }: Reading, index: number): Candidate | undefined {
  return rivals[index] ? candidates[index] : undefined
}

function nearnessBefore(
  text: string,
  hit: Hit,
  candidate: Candidate,
  previous: Candidate | undefined,
  isAlone: boolean,
) {
  const gap = text.slice(hit.end, candidate.start)
  const base = isAnnounced(gap) ? 1 : distance(gap.replace(/[\s.:*=_-]+/g, ' ').length)
  const between = previous !== undefined && previous.start >= hit.end ? 0.5 : 1
  return base * between * (!isAlone && SENTENCE_END.test(gap) ? 0.45 : 1)
}

function nearnessAfter(
  text: string,
  hit: Hit,
  candidate: Candidate,
  following: Candidate | undefined,
  isAlone: boolean,
) {
  const gap = text.slice(candidate.end, hit.start)
  const base = distance(gap.replace(/[\s.:*=_-]+/g, ' ').length + 8)
  const between = following !== undefined && following.end <= hit.start ? 0.4 : 1
  const sentence = SENTENCE_END.test(gap) || gap.includes('\n') ? (isAlone ? 0.8 : 0.5) : 1
  return base * between * sentence
}

function distance(chars: number): number {
  if (chars <= 24) return 1
  if (chars <= 60) return 0.85
  if (chars <= 110) return 0.6
  return chars <= REACH ? 0.35 : 0
}
