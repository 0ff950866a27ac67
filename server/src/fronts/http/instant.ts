/** RFC 3339 §5.6 date-time: the profile of ISO 8601 that leaves nothing to guess. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Milliseconds since 1970; null for what is no date-time with a zone, or no day of the calendar. */
export function parseInstant(text: string): number | null {
  const parts = DATE_TIME.exec(text)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  // Date.parse turns 30 February into 2 March.
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  const instant = Date.parse(text.toUpperCase())
  return Number.isNaN(instant) ? null : instant
}

function daysIn(year: number, month: number): number {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}
