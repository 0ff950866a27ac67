import type { CustomDomain, DomainState, RecordFinding, VerifiedExtent, VerifiedName } from './custom-domain.ts'
import type { AuditNote } from './people-store.ts'

export interface NewDomain extends Pick<CustomDomain, 'accountId' | 'name' | 'token' | 'createdAt'> {
  /** As many as the account may have. */
  readonly cap: number
}

export interface AddedDomain {
  readonly domain: CustomDomain
  /** False where the account had it already. */
  readonly added: boolean
}

export interface DueChecks {
  readonly now: number
  /** After this moment somebody else may check what was claimed. */
  readonly until: number
  readonly limit: number
}

/** What came of one check. */
export interface CheckedDomain extends Pick<CustomDomain, 'accountId' | 'name' | 'token' | 'zone' | 'nameServers'> {
  readonly at: number
  /** `checkedAt` of the domain that the rest was decided on. */
  readonly basedOn: number | null
  readonly state: DomainState
  readonly missedAt: number | null
  readonly nextCheckAt: number
  readonly findings: readonly RecordFinding[]
  /** Counts while it is verified. */
  readonly extent: VerifiedExtent
  /** Where the state changes. */
  readonly note: AuditNote | null
}

export type RecordedCheck = CustomDomain | 'overtaken' | null

/** Domains of accounts, when to look at them again, and which names mail is taken for. */
export interface DomainStore {
  /**
   * Due for a check at once. Throws conflict where another account has it verified and, after that, plan_required where
   * the account has its cap already.
   */
  add(wish: NewDomain, note: AuditNote): Promise<AddedDomain>
  get(accountId: string, name: string): Promise<CustomDomain | null>
  /** By name; `after` is the last one seen. */
  list(accountId: string, after: string | null, limit: number): Promise<readonly CustomDomain[]>
  /** No mail is taken for it from then on. False where the account has none of this name. */
  remove(accountId: string, name: string, note: AuditNote): Promise<boolean>

  /**
   * Notes that its owner asks for a check now, unless the last such one was after `notAfter`. Answers with the moment of
   * that one, null where this call is the one that may check.
   */
  askForCheck(accountId: string, name: string, now: number, notAfter: number): Promise<number | null>
  /** Those that have waited longest. Nobody else gets what this call gets, while the claim holds. */
  claimDue(due: DueChecks): Promise<readonly CustomDomain[]>
  /**
   * One transaction with its note. Null where it was removed meanwhile, added anew among that; `overtaken`, and nothing is
   * changed, where another check was recorded meanwhile. Throws conflict, and changes nothing, where it would be verified
   * and another account has it verified already.
   */
  record(checked: CheckedDomain): Promise<RecordedCheck>

  /** Null where nobody has ever had it verified. */
  verified(name: string): Promise<VerifiedName | null>
  /** In the order of their changes; `after` is the change of the last one seen, 0 for the beginning. */
  verifiedSince(after: number, limit: number): Promise<readonly VerifiedName[]>
}
