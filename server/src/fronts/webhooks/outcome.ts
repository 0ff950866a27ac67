import type { PostError } from './post-failure.ts'

export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal?: AbortSignal
}

export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** At most 16 KiB of it. */
      readonly body: Buffer
      /** Seconds, at most a day; null where the answer does not say. */
      readonly retryAfter: number | null
      readonly durationMs: number
      readonly address: string
    }
  | {
      readonly kind: 'failed'
      readonly error: PostError
      /** A sentence for the owner of the endpoint. */
      readonly detail: string
      readonly durationMs: number
    }
