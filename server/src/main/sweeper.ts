import type { Mail } from '../app/mail.ts'
import type { Service } from '../lib/lifecycle.ts'
import { ElectedTask } from './elected-task.ts'
import type { Log } from './log.ts'

const SHORTEST_MS = 250

/** Held mail must not outlive a short time-to-live by much, so the sweep comes at least four times in it. */
export function sweepEveryMs(intervalMs: number, unclaimedTtlMs: number): number {
  const quarter = unclaimedTtlMs > 0 ? Math.floor(unclaimedTtlMs / 4) : intervalMs
  return Math.max(SHORTEST_MS, Math.min(intervalMs, quarter))
}

/** Deletes what has expired. */
export function createSweeper(mail: Mail, everyMs: number, log: Log): Service {
  return new ElectedTask({
    mail,
    name: 'sweeper',
    everyMs,
    async run(stopped) {
      const swept = await mail.sweep(stopped)
      if (swept.messages + swept.inboxes > 0) log.debug(swept, 'swept')
    },
    onError: (err) => log.error({ err }, 'the sweep failed'),
  })
}
