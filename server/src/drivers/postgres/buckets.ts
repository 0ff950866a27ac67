const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * What lives long is cut more coarsely, so that there are few parts at any time: days for plans up to a week, then weeks, and
 * four weeks for whoever keeps mail for years. It may lie on the disk for so much longer, though nobody can read it.
 */
const WIDTHS = [
  { upTo: 8 * DAY, days: 1 },
  { upTo: 400 * DAY, days: 7 },
  { upTo: Number.POSITIVE_INFINITY, days: 28 },
] as const

/** The day, counted from 1970, from which a message is not wanted any more that came at `at` and is kept for `keepMs`. */
export function bucketOf(at: number, keepMs: number): number {
  const { days } = WIDTHS.find(({ upTo }) => keepMs <= upTo) as (typeof WIDTHS)[number]
  return Math.ceil((at + keepMs) / (days * DAY)) * days
}

/** When nothing in it is wanted any more. */
export function endOfBucket(bucket: number): number {
  return bucket * DAY
}
