/** A third of its life is left for things to go wrong in: 30 days of 90, two of six. */
export function renewalTime({
  notBefore,
  notAfter,
}: {
  readonly notBefore: number
  readonly notAfter: number
}): number {
  return notAfter - (notAfter - notBefore) / 3
}

const FIRST_MS = 60_000
const LONGEST_MS = 6 * 3_600_000
/** An authority may ask for longer than we would wait by ourselves, but not for good. */
const LONGEST_ASKED_MS = 24 * 3_600_000
const JITTER = 0.1

/** After so many failures in a row: a minute, doubled each time, up to six hours. `random` is from 0 to 1. */
export function backOff(failures: number, retryAfterMs: number | null, random: number): number {
  const own = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20)) * (1 + JITTER * random)
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)))
}
