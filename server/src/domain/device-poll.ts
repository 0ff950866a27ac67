/** RFC 8628 §3.2, §3.5: the pause between two polls of a device, and what each poll that comes too early adds to it. */
export const POLL_INTERVAL_MS = 5_000
export const POLL_SLOWER_MS = 5_000
/** What the network may take off a pause that was kept. */
export const POLL_LEEWAY_MS = 500
