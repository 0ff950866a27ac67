import { BadCommand } from './refusal.ts'

/** RFC 3501 §9 `seq-range`; '*' is Infinity. */
export interface Range {
  readonly from: number
  readonly to: number
}

export type SequenceSet = readonly Range[]

const RANGE = /^(?:([1-9][0-9]{0,9})|\*)(?::(?:([1-9][0-9]{0,9})|(\*)))?$/
/** RFC 3501 §9 `nz-number`: 32 bits. */
export const MAX_NUMBER = 4_294_967_295

export function parseSet(text: string, limit: number): SequenceSet {
  const parts = text.split(',', limit + 1)
  if (parts.length > limit) throw new BadCommand('Too many ranges in the sequence set')
  return parts.map(parseRange)
}

function parseRange(text: string): Range {
  const found = RANGE.exec(text)
  if (found === null) throw new BadCommand('Malformed sequence set')
  const from = found[1] === undefined ? Infinity : Number(found[1])
  const to = found[3] === undefined ? Number(found[2] ?? from) : Infinity
  if ((from > MAX_NUMBER && from !== Infinity) || (to > MAX_NUMBER && to !== Infinity)) {
    throw new BadCommand('A number in the sequence set is too large')
  }
  return { from, to }
}

/**
 * The ranges in ascending order without overlap, with '*' as `last`. RFC 3501 §6.4.8: 559:* holds the last message,
 * also where that has a lower number.
 */
export function settleRanges(set: SequenceSet, last: number): SequenceSet {
  const ranges = set
    .map(({ from, to }) => {
      const [one, other] = [from === Infinity ? last : from, to === Infinity ? last : to]
      return one <= other ? { from: one, to: other } : { from: other, to: one }
    })
    .sort((a, b) => a.from - b.from)
  const merged: { from: number; to: number }[] = []
  for (const range of ranges) {
    const before = merged.at(-1)
    if (before !== undefined && range.from <= before.to + 1) before.to = Math.max(before.to, range.to)
    else merged.push({ ...range })
  }
  return merged
}

/** Whether the number is in one of the settled ranges. */
export function inRanges(ranges: SequenceSet, number: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle] as Range).to < number) low = middle + 1
    else high = middle
  }
  const range = ranges[low]
  return range !== undefined && range.from <= number
}

/** The numbers as a set, in their order (RFC 4315 §3: the two sets of a COPYUID correspond): 1,2,3,7 is 1:3,7. */
export function formatSet(numbers: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < numbers.length; ) {
    const from = numbers[at] as number
    let to = from
    at += 1
    while (at < numbers.length && numbers[at] === to + 1) {
      to += 1
      at += 1
    }
    parts.push(from === to ? `${from}` : `${from}:${to}`)
  }
  return parts.join(',')
}
