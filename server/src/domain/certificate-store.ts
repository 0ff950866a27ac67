/** A certificate that we order, and how that goes. It is known by its names. */
export interface OrderedCertificate {
  readonly names: readonly string[]
  /** In PEM; null until the first is there. */
  readonly pair: { readonly cert: string; readonly key: string } | null
  /** Since the last success. */
  readonly failures: number
  readonly lastError: string | null
  /** Not before this moment, whatever happens: a restart must not make us ask more often. */
  readonly nextTryAt: number
}

/** Who we are at a certificate authority. */
export interface AuthorityAccount {
  readonly url: string
  /** In PEM. */
  readonly key: string
}

/** Shared by all nodes of a service: one orders, and all serve. */
export interface CertificateStore {
  /** In the order of their names. */
  all(): Promise<readonly OrderedCertificate[]>
  /** In place of what was kept for these names. */
  save(certificate: OrderedCertificate): Promise<void>
  remove(names: readonly string[]): Promise<void>

  /** By the address of the authority's directory. */
  account(directory: string): Promise<AuthorityAccount | null>
  /** Null forgets it. */
  saveAccount(directory: string, account: AuthorityAccount | null): Promise<void>

  /** What the authority is to hear when it asks for this token. Those that have expired by `now` are forgotten. */
  putChallenge(token: string, answer: string, now: number, expiresAt: number): Promise<void>
  challenge(token: string, now: number): Promise<string | null>
  dropChallenge(token: string): Promise<void>
}
