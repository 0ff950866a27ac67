import type { BoundInbox } from '../bound-inbox.ts'
import { NotFoundError } from '../errors.ts'
import type { NewInbox } from '../inbox.ts'
import type { Mayfly } from '../mayfly.ts'

/** Of a run that is cut off, nothing is left after an hour. */
const TTL_SECONDS = 3_600

/** An inbox of its own for one test. `label` shows whose it is in the dashboard. */
export async function openTestInbox(mayfly: Mayfly, inbox: NewInbox, label?: string): Promise<BoundInbox> {
  const wish = { ttlSeconds: TTL_SECONDS, ...(label !== undefined && { label: label.slice(0, 200) }), ...inbox }
  const { address } = await mayfly.inboxes.create(wish)
  return mayfly.inbox(address)
}

/** A test may have deleted its inbox itself. */
export async function closeTestInbox(inbox: BoundInbox): Promise<void> {
  try {
    await inbox.delete()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
  }
}
