import type { Principal } from '../../app/owners.ts'

/** Ends the wait when the time is up, the client has gone, or the server stops. `recheck` throws once the key is revoked. */
export type Hold = <T>(
  seconds: number,
  wait: (signal: AbortSignal, recheck: () => Promise<unknown>) => Promise<T>,
) => Promise<T>

/** One POST of a client that has been let in. */
export interface McpCall {
  readonly principal: Principal
  /** Without those that open doors. */
  readonly headers: Headers
  readonly body: string
  /** Aborts once nobody takes the answer any more, be it because it has been taken. */
  readonly signal: AbortSignal
  readonly hold: Hold
}
