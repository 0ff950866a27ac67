import type { Shape } from './candidates.ts'
import type { LookAlike } from './look-alikes.ts'
import type { Surroundings } from './surroundings.ts'

/** 2 a one-time code, 1 proving who one is, 0 neither, -1 orders, bills and the like alone. */
export type MailTopic = -1 | 0 | 1 | 2

/** All that is known of one candidate in one place. */
export interface Evidence {
  readonly value: string
  readonly shape: Shape
  readonly words: Surroundings
  readonly looks: ReadonlySet<LookAlike>
  /** Nothing else stands on its line. */
  readonly alone: boolean
  readonly emphasis: 0 | 1 | 2
  readonly inSubject: boolean
  /** In the subject and in the body. */
  readonly repeated: boolean
  /** What the mail as a whole speaks of. */
  readonly mailTopic: MailTopic
  /** The subject speaks of a code. */
  readonly subjectNames: boolean
  /** There is nothing else in the mail that could be one. */
  readonly sole: boolean
}

const BASE = -4.4

const SHAPE: Readonly<Record<Shape, number>> = {
  digits: 0,
  grouped: 0.9,
  spelled: 1.6,
  mixed: 0.5,
  hyphened: 0.7,
  letters: -1.2,
}

/** By how many digits there are: six is what most senders use. */
const DIGITS: Readonly<Record<number, number>> = { 4: 0.4, 5: 0.6, 6: 1.2, 7: 0.4, 8: 0.7 }

const LOOK_ALIKE: Readonly<Record<LookAlike, number>> = {
  year: -3,
  date: -5,
  quantity: -6,
  numbered: -4,
  address: -3.5,
  postcode: -2.5,
  range: -3,
  round: -1,
  word: -2,
  quoted: -3,
  syntax: -4,
  promotion: -4,
  example: -8,
  long: -1.5,
  titled: -1.2,
}

/** The log of the odds that it is a code. */
export function logOdds(evidence: Evidence): number {
  const { words, shape, value } = evidence
  let sum = BASE + SHAPE[shape]
  if (/^\d+$/.test(value)) sum += DIGITS[value.length] ?? 0
  const named = Math.max(5.6 * words.oneTime, 3.8 * words.code, 2.6 * words.half, 1.6 * words.topic)
  // To be typed, and right beside the word for it.
  const typed = words.action === 1 ? 4 : 2.2 * words.action
  sum += Math.max(named, typed) + 0.5 * Math.min(named, typed)
  sum += evidence.mailTopic < 0 ? -0.8 : 0.6 * evidence.mailTopic
  if (evidence.subjectNames) sum += evidence.alone ? 1.8 : 1.2
  if (evidence.sole && evidence.mailTopic > 0) sum += 0.6
  if (words.yours) sum += 0.6
  if (words.colon) sum += 0.5
  if (evidence.alone) sum += named + typed > 0.5 || evidence.mailTopic > 0 || evidence.subjectNames ? 1.6 : 0.3
  sum += 0.7 * evidence.emphasis
  if (evidence.inSubject) sum += 0.6
  if (evidence.repeated) sum += 0.8
  if (words.labelled) sum += evidence.looks.has('year') ? 2.5 : 0.8
  if (words.owned !== 'no') sum -= words.owned === 'beside' ? 6.5 : 4
  if (words.ownedAfter && !isNamedAtOnce(words)) sum -= 3
  for (const look of evidence.looks) if (look !== 'titled' || !words.labelled) sum += LOOK_ALIKE[look]
  return sum
}

function isNamedAtOnce(words: Surroundings): boolean {
  return words.oneTime === 1 || words.code === 1 || words.action === 1
}

export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}
