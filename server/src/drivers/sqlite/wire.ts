import { DomainError } from '../../domain/domain-error.ts'
import type { ErrorCode } from '../../domain/error-code.ts'
import type { AppendOutcome, Arrival, Placed } from '../../domain/ports.ts'
import { StoreUnusable } from '../../domain/store-unusable.ts'
import { SQLITE_FULL, sqliteCode } from './sqlite-error.ts'

/** What crosses between the threads. Classes do not survive the crossing, so errors are taken apart and put together. */
export interface Call {
  readonly id: number
  readonly op: string
  readonly args: readonly unknown[]
}

export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly failure: Failure })

export interface Failure {
  readonly code?: ErrorCode
  readonly unusable?: boolean
  readonly message: string
  readonly cause?: string | undefined
}

export function toFailure(error: unknown): Failure {
  if (error instanceof DomainError) return { code: error.code, message: error.message, cause: text(error.cause) }
  if (error instanceof StoreUnusable) return { unusable: true, message: error.message }
  if (sqliteCode(error) === SQLITE_FULL)
    return { code: 'storage_full', message: 'The disk of the store is full.', cause: text(error) }
  return { message: text(error) ?? 'unknown error' }
}

export function fromFailure({ code, unusable, message, cause }: Failure): Error {
  if (code) return new DomainError(code, message, cause === undefined ? {} : { cause })
  return unusable ? new StoreUnusable(message) : new Error(message)
}

function text(error: unknown): string | undefined {
  return error instanceof Error ? (error.stack ?? error.message) : undefined
}

/** Where a mail's source stands in the one buffer that carries the batch. */
type PackedArrival = Omit<Arrival, 'raw'> & {
  readonly raw: { readonly at: number; readonly length: number } | { readonly staged: string }
}

export interface PackedBatch {
  readonly arrivals: readonly PackedArrival[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function packBatch(batch: readonly Arrival[]): PackedBatch {
  const size = batch.reduce((sum, { raw }) => sum + (raw instanceof Uint8Array ? raw.byteLength : 0), 0)
  const bytes = new Uint8Array(size)
  let at = 0
  const arrivals = batch.map((arrival) => {
    const { raw } = arrival
    if (!(raw instanceof Uint8Array)) return { ...arrival, raw }
    bytes.set(raw, at)
    at += raw.byteLength
    return { ...arrival, raw: { at: at - raw.byteLength, length: raw.byteLength } }
  })
  return { arrivals, bytes }
}

export function unpackBatch({ arrivals, bytes }: PackedBatch): Arrival[] {
  return arrivals.map((arrival) => {
    const { raw } = arrival
    return { ...arrival, raw: 'staged' in raw ? raw : bytes.subarray(raw.at, raw.at + raw.length) }
  })
}

export type PackedOutcome = readonly Placed[] | { readonly failure: Failure }

export function packOutcome(outcome: AppendOutcome): PackedOutcome {
  return outcome instanceof DomainError ? { failure: toFailure(outcome) } : outcome
}

export function unpackOutcome(outcome: PackedOutcome): AppendOutcome {
  return 'failure' in outcome ? (fromFailure(outcome.failure) as DomainError) : outcome
}
