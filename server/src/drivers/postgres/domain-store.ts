import type { CustomDomain, VerifiedName } from '../../domain/custom-domain.ts'
import type * as ports from '../../domain/domain-store.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { Database } from './database.ts'
import * as domains from './domains.ts'
import { verifiedName, verifiedSince } from './verified-domains.ts'

/** Each call is a statement or a transaction of its own. */
export class PostgresDomainStore implements ports.DomainStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  add(wish: ports.NewDomain, note: AuditNote): Promise<ports.AddedDomain> {
    return domains.addDomain(this.#db, wish, note)
  }

  get(accountId: string, name: string): Promise<CustomDomain | null> {
    return domains.getDomain(this.#db, accountId, name)
  }

  list(accountId: string, after: string | null, limit: number): Promise<readonly CustomDomain[]> {
    return domains.listDomains(this.#db, accountId, after, limit)
  }

  remove(accountId: string, name: string, note: AuditNote): Promise<boolean> {
    return domains.removeDomain(this.#db, accountId, name, note)
  }

  askForCheck(accountId: string, name: string, now: number, notAfter: number): Promise<number | null> {
    return domains.askForCheck(this.#db, accountId, name, now, notAfter)
  }

  claimDue(due: ports.DueChecks): Promise<readonly CustomDomain[]> {
    return domains.claimDueDomains(this.#db, due)
  }

  record(checked: ports.CheckedDomain): Promise<ports.RecordedCheck> {
    return domains.recordCheck(this.#db, checked)
  }

  verified(name: string): Promise<VerifiedName | null> {
    return verifiedName(this.#db, name)
  }

  verifiedSince(after: number, limit: number): Promise<readonly VerifiedName[]> {
    return verifiedSince(this.#db, after, limit)
  }
}
