const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 min. ago", "in 2 days", or "now"; both moments in milliseconds. */
export function describeTime(moment: number, present: number): string {
  const seconds = Math.round((moment - present) / 1_000)
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 10 ? 'in a moment' : 'now'
}
