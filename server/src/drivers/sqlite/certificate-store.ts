import type { AuthorityAccount, CertificateStore, OrderedCertificate } from '../../domain/certificate-store.ts'
import { getAccount, getChallenge, listCertificates } from './certificates.ts'
import type { Database } from './database.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WriterOps } from './writer.ts'

/** Which thread does what: there are few rows, so they are read here. */
export class SqliteCertificateStore implements CertificateStore {
  readonly #writer: WorkerLink<WriterOps>
  readonly #points: Database

  constructor(writer: WorkerLink<WriterOps>, points: Database) {
    this.#writer = writer
    this.#points = points
  }

  async all(): Promise<readonly OrderedCertificate[]> {
    return listCertificates(this.#points)
  }

  save(certificate: OrderedCertificate): Promise<void> {
    return this.#writer.call('saveCertificate', [certificate])
  }

  remove(names: readonly string[]): Promise<void> {
    return this.#writer.call('removeCertificate', [names])
  }

  async account(directory: string): Promise<AuthorityAccount | null> {
    return getAccount(this.#points, directory)
  }

  saveAccount(directory: string, account: AuthorityAccount | null): Promise<void> {
    return this.#writer.call('saveAuthorityAccount', [directory, account])
  }

  putChallenge(token: string, answer: string, now: number, expiresAt: number): Promise<void> {
    return this.#writer.call('putChallenge', [token, answer, now, expiresAt])
  }

  async challenge(token: string, now: number): Promise<string | null> {
    return getChallenge(this.#points, token, now)
  }

  dropChallenge(token: string): Promise<void> {
    return this.#writer.call('dropChallenge', [token])
  }
}
