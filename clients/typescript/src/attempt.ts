import { ConnectionError } from './errors.ts'

/** What says that a connection never came to be, in Node and Deno, and in Bun. */
const NEVER_CONNECTED = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  'ConnectionRefused',
]

/** Aborts a try when its time is up, or when the caller does not want it any more. */
export class Attempt {
  readonly #control = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #origin: string
  readonly #timeout: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #late = false

  constructor(origin: string, timeout: number, caller: AbortSignal | undefined) {
    this.#origin = origin
    this.#timeout = timeout
    this.#caller = caller
    caller?.throwIfAborted()
    caller?.addEventListener('abort', this.#leave)
    this.expectWithin(timeout)
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  /** From now on it has so many milliseconds. */
  expectWithin(timeout: number): void {
    clearTimeout(this.#timer)
    // Longer ones would overflow, and fire at once.
    this.#timer = timeout <= 0x7f_ff_ff_ff ? setTimeout(this.#giveUp, timeout) : undefined
  }

  /** What a failure of `fetch`, or of reading its answer, is to the caller. */
  failure(cause: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason
    if (this.#late) {
      return new ConnectionError(`${this.#origin} has not answered in full within ${this.#timeout / 1_000} s.`, {
        code: 'timeout',
        cause,
      })
    }
    const reason = codeOf(cause)
    if (NEVER_CONNECTED.includes(reason)) {
      const advice = 'Is the server running there? Give its address as `url` or in MAYFLY_URL.'
      return new ConnectionError(`${this.#origin} cannot be reached (${reason}). ${advice}`, {
        code: 'unreachable',
        cause,
      })
    }
    return new ConnectionError(`The connection to ${this.#origin} broke before the answer was there (${reason}).`, {
      code: 'broken',
      cause,
    })
  }

  /** Leaves no timer and no listener behind. Safe to call twice. */
  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#leave)
  }

  /** Gives up the connection with it. */
  close(): void {
    this.end()
    this.#control.abort()
  }

  readonly #giveUp = (): void => {
    this.#late = true
    this.#control.abort()
  }

  readonly #leave = (): void => this.#control.abort(this.#caller?.reason)
}

/** `fetch` says "fetch failed", and what happened is in the cause, sometimes in the cause of that. */
function codeOf(error: unknown): string {
  let reason = 'no reason given'
  for (let at = error; at instanceof Error; at = at.cause) {
    reason = at.message || reason
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return reason
}
