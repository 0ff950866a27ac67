import type { SignedDelivery } from './sign-delivery.ts'

export interface Forwarded {
  /** Null where no answer came. */
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
}

/** As long as a real endpoint has. */
const PATIENCE_MS = 15_000

/** Posts it as the service would: the status decides, redirects are not followed, the body of the answer is not read. */
export async function forwardDelivery(url: string, { headers, body }: SignedDelivery): Promise<Forwarded> {
  const start = performance.now()
  const lasted = () => Math.round(performance.now() - start)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    // The status has decided: what becomes of the rest does not matter.
    answer.body?.cancel().catch(() => undefined)
    return { status: answer.status, error: null, durationMs: lasted() }
  } catch (error) {
    return { status: null, error: signal.aborted ? 'timeout' : reasonOf(error), durationMs: lasted() }
  }
}

/** `fetch` says "fetch failed", and what happened is in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? message
}
