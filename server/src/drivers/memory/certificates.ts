import type { AuthorityAccount, CertificateStore, OrderedCertificate } from '../../domain/certificate-store.ts'

export class MemoryCertificates implements CertificateStore {
  /** Throws once the store is closed. */
  readonly #requireOpen: () => void
  readonly #certificates = new Map<string, OrderedCertificate>()
  readonly #accounts = new Map<string, AuthorityAccount>()
  readonly #challenges = new Map<string, { readonly answer: string; readonly expiresAt: number }>()

  constructor(requireOpen: () => void) {
    this.#requireOpen = requireOpen
  }

  async all(): Promise<readonly OrderedCertificate[]> {
    this.#requireOpen()
    const rows = [...this.#certificates].sort(([a], [b]) => (a < b ? -1 : 1))
    return rows.map(([, certificate]) => certificate)
  }

  async save(certificate: OrderedCertificate): Promise<void> {
    this.#requireOpen()
    this.#certificates.set(certificate.names.join(','), certificate)
  }

  async remove(names: readonly string[]): Promise<void> {
    this.#requireOpen()
    this.#certificates.delete(names.join(','))
  }

  async account(directory: string): Promise<AuthorityAccount | null> {
    this.#requireOpen()
    return this.#accounts.get(directory) ?? null
  }

  async saveAccount(directory: string, account: AuthorityAccount | null): Promise<void> {
    this.#requireOpen()
    if (account === null) this.#accounts.delete(directory)
    else this.#accounts.set(directory, account)
  }

  async putChallenge(token: string, answer: string, now: number, expiresAt: number): Promise<void> {
    this.#requireOpen()
    for (const [known, challenge] of this.#challenges) if (challenge.expiresAt <= now) this.#challenges.delete(known)
    this.#challenges.set(token, { answer, expiresAt })
  }

  async challenge(token: string, now: number): Promise<string | null> {
    this.#requireOpen()
    const challenge = this.#challenges.get(token)
    return challenge && challenge.expiresAt > now ? challenge.answer : null
  }

  async dropChallenge(token: string): Promise<void> {
    this.#requireOpen()
    this.#challenges.delete(token)
  }
}
