import type { Mail } from '../../../../app/mail.ts'
import type { HeldRequests } from '../../held-requests.ts'

export interface V1Options {
  readonly mail: Mail
  readonly held: HeldRequests
  /** The public address of the API, without a slash at its end. */
  readonly baseUrl: () => string
}
