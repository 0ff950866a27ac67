import { Attempt } from './attempt.ts'
import type { Call, Query } from './call.ts'
import { checkTime } from './check-arguments.ts'
import { errorOfAnswer } from './error-of-answer.ts'
import { MayflyError, NotFoundError } from './errors.ts'
import { pause } from './pause.ts'
import { delayAfter, isTransient, wasNotDone } from './retry-policy.ts'
import type { Settings } from './settings.ts'

/** An answer whose body is read by the caller, who closes it. */
export interface OpenAnswer {
  readonly body: ReadableStream<Uint8Array>
  readonly attempt: Attempt
}

type Read<T> = (response: Response, attempt: Attempt) => Promise<T>

/** Sends calls, and sends them again where that is safe and may help. */
export class Transport {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The answer's JSON as it came; undefined for an answer without a body. */
  json(call: Call): Promise<unknown> {
    return this.#send(call, async (response) => parseJson(response, await response.text()))
  }

  text(call: Call): Promise<string> {
    return this.#send(call, (response) => response.text())
  }

  bytes(call: Call): Promise<Uint8Array> {
    return this.#send(call, async (response) => new Uint8Array(await response.arrayBuffer()))
  }

  /** Resolves with the header; the body comes as it comes. */
  open(call: Call): Promise<OpenAnswer> {
    const read: Read<OpenAnswer> = async ({ body }, attempt) => {
      if (body === null) throw new MayflyError('The answer has no body.', { code: 'unexpected_answer' })
      return { body, attempt }
    }
    return this.#send(call, read, true)
  }

  async #send<T>(call: Call, read: Read<T>, keepOpen = false): Promise<T> {
    const idempotencyKey = call.method === 'POST' ? (call.idempotencyKey ?? newIdempotencyKey()) : undefined
    let mayBeDone = false
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#try({ ...call, idempotencyKey }, attempt, read, keepOpen)
      } catch (error) {
        // What an earlier try has deleted is not there for the next: that is what was asked for.
        if (mayBeDone && call.method === 'DELETE' && error instanceof NotFoundError) return undefined as T
        const delay = this.#delayBeforeNext(call, attempt, error)
        if (delay === null) throw error
        mayBeDone ||= !wasNotDone(error as MayflyError)
        const { method, path } = call
        this.#settings.onDebug({ type: 'retry', method, path, attempt, reason: (error as MayflyError).code, delay })
        await pause(delay, call.signal)
      }
    }
  }

  /** Null where the error is the answer. */
  #delayBeforeNext({ repeatable = true, deadline = Infinity }: Call, attempt: number, error: unknown): number | null {
    if (attempt > this.#settings.maxRetries || !isTransient(error)) return null
    if (!repeatable && !wasNotDone(error)) return null
    const delay = delayAfter(attempt, error)
    return delay !== null && performance.now() + delay < deadline ? delay : null
  }

  async #try<T>(call: Call, number: number, read: Read<T>, keepOpen: boolean): Promise<T> {
    const { url, fetch, onDebug } = this.#settings
    const { method, path } = call
    const query = queryOf(call.query)
    const timeout = checkTime(call.timeout ?? this.#settings.timeout, 'timeout') + (call.hold?.() ?? 0)
    const attempt = new Attempt(new URL(url).origin, timeout, call.signal)
    onDebug({ type: 'request', method, path, query, attempt: number })
    const start = performance.now()
    try {
      const response = await fetch(url + path + query, this.#requestOf(call, attempt.signal))
      const { status } = response
      const milliseconds = Math.round(performance.now() - start)
      const requestId = response.headers.get('x-request-id')
      onDebug({ type: 'response', method, path, attempt: number, status, milliseconds, requestId })
      if (!response.ok) throw errorOfAnswer(response, await response.text())
      const answer = await read(response, attempt)
      if (!keepOpen) attempt.end()
      return answer
    } catch (error) {
      attempt.end()
      throw error instanceof MayflyError ? error : attempt.failure(error)
    }
  }

  #requestOf({ method, json, message, headers, idempotencyKey }: Call, signal: AbortSignal): RequestInit {
    const type = message === undefined ? 'application/json' : 'message/rfc822'
    const body = message ?? (json === undefined ? undefined : JSON.stringify(json))
    return {
      method,
      headers: {
        accept: 'application/json, */*;q=0.5',
        'x-api-key': this.#settings.apiKey,
        ...(body !== undefined && { 'content-type': type }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: body as BodyInit }),
      redirect: 'manual',
      signal,
    }
  }
}

function queryOf(query: Query | (() => Query) = {}): string {
  const entries = Object.entries(typeof query === 'function' ? query() : query)
  const given = entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function parseJson({ status }: Response, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = 'The answer is not JSON. Is `url` the address of a Mayfly server?'
    throw new MayflyError(message, { code: 'unexpected_answer', status, cause })
  }
}

/** Not `randomUUID`, which browsers have on secure pages alone. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
