export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What every call can be given. */
export interface CallOptions {
  /** Ends the call at once. It then rejects with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one try, in place of the client's. */
  readonly timeout?: number | undefined
}

/** What a call that makes something can be given. */
export interface CreateOptions extends CallOptions {
  /** Sent again within a day with the same key, the call gets the same answer. Without it, each call has its own for all its tries. */
  readonly idempotencyKey?: string | undefined
}

/** One call of the service's API, however many tries it takes. */
export interface Call extends CreateOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Encoded, from the first slash. */
  readonly path: string
  /** A function is asked anew for each try. */
  readonly query?: Query | (() => Query) | undefined
  readonly json?: unknown
  /** A message in RFC 5322 form. */
  readonly message?: string | Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** False for what must not happen twice. */
  readonly repeatable?: boolean
  /** The milliseconds for which the service may hold the answer of a try back: they come on top of the time-out. */
  readonly hold?: (() => number) | undefined
  /** The moment, by `performance.now()`, after which no further try begins. */
  readonly deadline?: number
}
