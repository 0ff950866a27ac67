import type { Mail } from '../../../../app/mail.ts'
import type { HeldRequests } from '../../held-requests.ts'

interface Meter {
  readonly total: number
}

export interface DiskUse {
  readonly used_bytes: number
  readonly free_bytes: number
}

/** A certificate that is served, or that is ordered and not there yet. */
export interface CertificateState {
  readonly names: readonly string[]
  readonly source: 'file' | 'acme' | 'self-signed'
  readonly issuer: string | null
  readonly expiresAt: number | null
  readonly lastError: string | null
  readonly nextTryAt: number | null
}

export interface V1Options {
  readonly mail: Mail
  readonly held: HeldRequests
  /** The public address of the API, without a slash at its end. */
  readonly baseUrl: () => string
  /** Answers of the last minute. */
  readonly traffic: { readonly requests: Meter; readonly errors: Meter }
  readonly disk: () => Promise<DiskUse>
  readonly certificates: () => readonly CertificateState[]
}
