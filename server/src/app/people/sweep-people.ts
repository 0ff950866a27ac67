import type { Deps } from '../deps.ts'

const ROWS_A_STEP = 200
const AUDIT_KEPT_MS = 365 * 24 * 3_600_000

/** Forgets what is over: sessions, links, invites, old lines of audit logs, and what deleted accounts have left. */
export async function sweepPeople({ store, clock }: Deps, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const now = clock.now()
    const more = await store.people.sweep({ now, auditSince: now - AUDIT_KEPT_MS, limit: ROWS_A_STEP })
    if (!more) return
  }
}
