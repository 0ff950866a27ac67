import type { AuthorityAccount, CertificateStore, OrderedCertificate } from '../../domain/certificate-store.ts'
import * as certificates from './certificates.ts'
import type { Database } from './database.ts'

/** Each call is a statement or a transaction of its own. */
export class PostgresCertificateStore implements CertificateStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  all(): Promise<readonly OrderedCertificate[]> {
    return certificates.listCertificates(this.#db)
  }

  save(certificate: OrderedCertificate): Promise<void> {
    return certificates.saveCertificate(this.#db, certificate)
  }

  remove(names: readonly string[]): Promise<void> {
    return certificates.removeCertificate(this.#db, names)
  }

  account(directory: string): Promise<AuthorityAccount | null> {
    return certificates.getAuthorityAccount(this.#db, directory)
  }

  saveAccount(directory: string, account: AuthorityAccount | null): Promise<void> {
    return certificates.saveAuthorityAccount(this.#db, directory, account)
  }

  putChallenge(token: string, answer: string, now: number, expiresAt: number): Promise<void> {
    return certificates.putChallenge(this.#db, token, answer, now, expiresAt)
  }

  challenge(token: string, now: number): Promise<string | null> {
    return certificates.getChallenge(this.#db, token, now)
  }

  dropChallenge(token: string): Promise<void> {
    return certificates.dropChallenge(this.#db, token)
  }
}
