export const MAX_WAIT_SECONDS = 55

export interface WaitTime {
  readonly seconds: number
  /** The value of Preference-Applied, where the wait was asked for by Prefer. */
  readonly applied: string | null
}

const NO_WAIT: WaitTime = { seconds: 0, applied: null }

/** RFC 7240 §4.3: delta-seconds; §2: of several, the first counts. The header may be a list. */
const PREFER_WAIT = /(?:^|,)[ \t]*wait[ \t]*=[ \t]*"?(\d{1,9})"?[ \t]*(?=[;,]|$)/i

/** The parameter wins. A preference is a wish: too long a one is shortened, and nonsense is passed over. */
export function waitTime(parameter: number | undefined, prefer: string | string[] | undefined): WaitTime {
  if (parameter !== undefined) return { seconds: parameter, applied: null }
  if (prefer === undefined) return NO_WAIT
  const wished = PREFER_WAIT.exec(String(prefer))?.[1]
  if (wished === undefined) return NO_WAIT
  const seconds = Math.min(Number(wished), MAX_WAIT_SECONDS)
  return { seconds, applied: `wait=${seconds}` }
}
