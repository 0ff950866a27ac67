import type { ErrorCode } from './error-code.ts'

export interface Fault {
  readonly pointer: string
  readonly detail: string
}

export interface DomainErrorOptions extends ErrorOptions {
  /** Which part of the input is wrong. */
  readonly faults?: readonly Fault[]
  /** Seconds after which the same call may succeed. */
  readonly retryAfter?: number
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly faults: readonly Fault[]
  readonly retryAfter: number | undefined

  /** `detail` is shown to the caller: it says what to do, and nothing about another account. */
  constructor(code: ErrorCode, detail: string, options: DomainErrorOptions = {}) {
    super(detail, options)
    this.name = 'DomainError'
    this.code = code
    this.faults = options.faults ?? []
    this.retryAfter = options.retryAfter
  }
}
