import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 20
export const DEADLINE_MS = 20_000

/** Looks again and again until there is something, and gives it. The deadline only tells a failure from a wait. */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found as NonNullable<Exclude<T, false>>
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`)
    await pause(LOOK_MS)
  }
}

/** The promise, or a failure that says what was waited for. */
export async function within<T>(what: string, promise: Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`Waited in vain for ${what}.`)), deadlineMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
