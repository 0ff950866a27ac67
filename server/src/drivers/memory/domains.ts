import type { CustomDomain, VerifiedExtent, VerifiedName } from '../../domain/custom-domain.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type * as ports from '../../domain/domain-store.ts'
import type { AuditNote } from '../../domain/people-store.ts'
import type { Directory } from './directory.ts'

interface DomainState {
  domain: CustomDomain
  askedAt: number | null
}

/** Domains and who has them. Nothing here waits, so each call is a transaction. */
export class MemoryDomains implements ports.DomainStore {
  readonly #directory: () => Directory
  readonly #rows = new Map<string, DomainState>()
  readonly #verified = new Map<string, VerifiedName>()
  #changes = 0

  /** Throws where the store is closed. */
  constructor(directory: () => Directory) {
    this.#directory = directory
  }

  removeAccount(accountId: string, at: number): void {
    for (const { domain } of this.#of(accountId)) this.#drop(accountId, domain.name, at)
  }

  async add({ cap, ...wish }: ports.NewDomain, note: AuditNote): Promise<ports.AddedDomain> {
    const { accountId, name } = wish
    this.#directory().state(accountId)
    const known = this.#rows.get(keyOf(accountId, name))
    if (known) return { domain: known.domain, added: false }
    this.#requireFree(accountId, name)
    if (this.#of(accountId).length >= cap) throw new DomainError('plan_required', 'No domain more fits into the plan.')
    const moments = { verifiedAt: null, lostAt: null, checkedAt: null, missedAt: null, nextCheckAt: wish.createdAt }
    const domain: CustomDomain = { ...wish, ...moments, state: 'pending', zone: null, nameServers: [], findings: [] }
    this.#rows.set(keyOf(accountId, name), { domain, askedAt: null })
    this.#directory().note(accountId, note)
    return { domain, added: true }
  }

  async get(accountId: string, name: string): Promise<CustomDomain | null> {
    this.#directory()
    return this.#rows.get(keyOf(accountId, name))?.domain ?? null
  }

  async list(accountId: string, after: string | null, limit: number): Promise<readonly CustomDomain[]> {
    this.#directory()
    const names = this.#of(accountId).map(({ domain }) => domain)
    const sorted = names.sort((a, b) => (a.name < b.name ? -1 : 1))
    return sorted.filter(({ name }) => after === null || name > after).slice(0, limit)
  }

  async remove(accountId: string, name: string, note: AuditNote): Promise<boolean> {
    if (!this.#drop(accountId, name, note.at)) return false
    this.#directory().note(accountId, note)
    return true
  }

  async askForCheck(accountId: string, name: string, now: number, notAfter: number): Promise<number | null> {
    this.#directory()
    const row = this.#rows.get(keyOf(accountId, name))
    if (row && row.askedAt !== null && row.askedAt > notAfter) return row.askedAt
    if (row) row.askedAt = now
    return null
  }

  async claimDue({ now, until, limit }: ports.DueChecks): Promise<readonly CustomDomain[]> {
    this.#directory()
    const due = [...this.#rows.values()].filter(({ domain }) => domain.nextCheckAt <= now)
    const first = due.sort((a, b) => a.domain.nextCheckAt - b.domain.nextCheckAt).slice(0, limit)
    for (const row of first) row.domain = { ...row.domain, nextCheckAt: until }
    return first.map(({ domain }) => domain)
  }

  async record(checked: ports.CheckedDomain): Promise<ports.RecordedCheck> {
    const { accountId, name, at, state, extent, note, basedOn, token: _token, ...found } = checked
    const directory = this.#directory()
    const row = this.#rows.get(keyOf(accountId, name))
    if (!row || row.domain.token !== checked.token) return null
    const { domain } = row
    if (domain.checkedAt !== basedOn) return 'overtaken'
    if (state === 'verified') this.#keep(accountId, name, extent, at)
    else this.#release(accountId, name, at)
    const isNew = state !== domain.state
    row.domain = {
      ...domain,
      ...found,
      state,
      checkedAt: at,
      verifiedAt: isNew && state === 'verified' ? at : domain.verifiedAt,
      lostAt: isNew && state === 'lost' ? at : state === 'verified' ? null : domain.lostAt,
    }
    if (note) directory.note(accountId, note)
    return row.domain
  }

  async verified(name: string): Promise<VerifiedName | null> {
    this.#directory()
    return this.#verified.get(name) ?? null
  }

  async verifiedSince(after: number, limit: number): Promise<readonly VerifiedName[]> {
    this.#directory()
    const changed = [...this.#verified.values()].filter(({ change }) => change > after)
    return changed.sort((a, b) => a.change - b.change).slice(0, limit)
  }

  #of(accountId: string): DomainState[] {
    return [...this.#rows.values()].filter(({ domain }) => domain.accountId === accountId)
  }

  #drop(accountId: string, name: string, at: number): boolean {
    this.#directory()
    if (!this.#rows.delete(keyOf(accountId, name))) return false
    this.#release(accountId, name, at)
    return true
  }

  #requireFree(accountId: string, name: string): void {
    const owner = this.#verified.get(name)?.accountId ?? null
    if (owner !== null && owner !== accountId) throw new DomainError('conflict', 'Another account has this domain.')
  }

  /** What stays as it is makes no change. */
  #keep(accountId: string, name: string, { subdomains, mtaSts }: VerifiedExtent, at: number): void {
    this.#requireFree(accountId, name)
    const known = this.#verified.get(name)
    const isOwn = known?.accountId === accountId
    if (isOwn && known.subdomains === subdomains && known.mtaSts === mtaSts) return
    const since = isOwn ? known.since : at
    this.#verified.set(name, { name, accountId, subdomains, mtaSts, since, change: ++this.#changes })
  }

  #release(accountId: string, name: string, since: number): void {
    const known = this.#verified.get(name)
    if (known?.accountId !== accountId) return
    const nothing = { accountId: null, subdomains: false, mtaSts: false, since }
    this.#verified.set(name, { ...known, ...nothing, change: ++this.#changes })
  }
}

function keyOf(accountId: string, name: string): string {
  return `${accountId} ${name}`
}
