import type { CustomDomain, VerifiedName } from '../../domain/custom-domain.ts'
import type * as ports from '../../domain/domain-store.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { Database } from './database.ts'
import { getDomain } from './domains.ts'
import type { ReaderOps } from './reader.ts'
import { verifiedName, verifiedSince } from './verified-domains.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WriterOps } from './writer.ts'

/** Which thread does what. */
export class SqliteDomainStore implements ports.DomainStore {
  readonly #writer: WorkerLink<WriterOps>
  readonly #reader: WorkerLink<ReaderOps>
  readonly #points: Database

  constructor(writer: WorkerLink<WriterOps>, reader: WorkerLink<ReaderOps>, points: Database) {
    this.#writer = writer
    this.#reader = reader
    this.#points = points
  }

  add(wish: ports.NewDomain, note: AuditNote): Promise<ports.AddedDomain> {
    return this.#writer.call('addDomain', [wish, note])
  }

  async get(accountId: string, name: string): Promise<CustomDomain | null> {
    return getDomain(this.#points, accountId, name)
  }

  list(accountId: string, after: string | null, limit: number): Promise<readonly CustomDomain[]> {
    return this.#reader.call('domains', [accountId, after, limit])
  }

  remove(accountId: string, name: string, note: AuditNote): Promise<boolean> {
    return this.#writer.call('removeDomain', [accountId, name, note])
  }

  askForCheck(accountId: string, name: string, now: number, notAfter: number): Promise<number | null> {
    return this.#writer.call('askForCheck', [accountId, name, now, notAfter])
  }

  /** Asked again and again, so that it is looked up here first: mostly there is nothing to do. */
  async claimDue(due: ports.DueChecks): Promise<readonly CustomDomain[]> {
    const first = this.#points.get('SELECT 1 FROM custom_domain WHERE next_check_at <= ? LIMIT 1', due.now)
    return first === undefined ? [] : this.#writer.call('claimDueDomains', [due])
  }

  record(checked: ports.CheckedDomain): Promise<ports.RecordedCheck> {
    return this.#writer.call('recordCheck', [checked])
  }

  async verified(name: string): Promise<VerifiedName | null> {
    return verifiedName(this.#points, name)
  }

  /** Likewise mostly nothing. */
  async verifiedSince(after: number, limit: number): Promise<readonly VerifiedName[]> {
    return verifiedSince(this.#points, after, limit)
  }
}
