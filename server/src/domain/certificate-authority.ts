import type { AuthorityAccount } from './certificate-store.ts'

export const CHALLENGE_METHODS = ['http-01', 'dns-01'] as const
export type ChallengeMethod = (typeof CHALLENGE_METHODS)[number]

/** What the authority wants to see where the name leads. */
export type Challenge =
  | { readonly method: 'http-01'; readonly token: string; readonly answer: string }
  | { readonly method: 'dns-01'; readonly record: string; readonly value: string }

/** Puts answers where the authority looks. */
export interface ChallengeDesk {
  show(challenge: Challenge): Promise<void>
  clear(challenge: Challenge): Promise<void>
}

export interface CertificateOrder {
  readonly names: readonly string[]
  readonly method: ChallengeMethod
  readonly account: AuthorityAccount
  readonly desk: ChallengeDesk
}

/** Gives certificates for names that we can show to be ours. Whatever it throws is an OrderFailure. */
export interface CertificateAuthority {
  /** The address of its directory. */
  readonly directory: string
  register(signal: AbortSignal): Promise<AuthorityAccount>
  order(order: CertificateOrder, signal: AbortSignal): Promise<{ readonly cert: string; readonly key: string }>
}

/** Why there is no certificate, in words for the operator. */
export class OrderFailure extends Error {
  /** How long the authority asks us to stay away. */
  readonly retryAfterMs: number | null
  /** It does not know our account any more. */
  readonly accountGone: boolean

  constructor(
    message: string,
    options: { readonly retryAfterMs?: number | null; readonly accountGone?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'OrderFailure'
    this.retryAfterMs = options.retryAfterMs ?? null
    this.accountGone = options.accountGone ?? false
  }
}
