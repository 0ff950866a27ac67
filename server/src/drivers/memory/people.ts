import type { Role } from '../../domain/account.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type * as people from '../../domain/people-store.ts'
import type { NewKey } from '../../domain/ports.ts'
import { accountOf, type Directory, hex, type UserState } from './directory.ts'
import type { MemoryDomains } from './domains.ts'
import { Entrances } from './entrances.ts'
import { Grants } from './grants.ts'
import type { Mailroom } from './mailroom.ts'
import type { MemoryWebhooks } from './webhooks.ts'

interface Rooms {
  readonly directory: Directory
  readonly mailroom: Mailroom
  readonly webhooks: MemoryWebhooks
  readonly domains: MemoryDomains
}

export class MemoryPeople implements people.PeopleStore {
  readonly #rooms: () => Rooms
  readonly #entrances = new Entrances()
  readonly #invites = new Map<string, people.Invite>()
  readonly #grants = new Grants()
  readonly #places = new Map<string, Pick<people.Device, 'host' | 'system' | 'address'>>()

  /** Throws where the store is closed. */
  constructor(rooms: () => Rooms) {
    this.#rooms = rooms
  }

  get #directory(): Directory {
    return this.#rooms().directory
  }

  async user(id: string): Promise<people.UserRecord | null> {
    return toRecord(this.#directory.user(id))
  }

  async userByEmail(email: string): Promise<people.UserRecord | null> {
    return toRecord(this.#directory.users.find((user) => user.email === email.toLowerCase()))
  }

  async members(accountId: string): Promise<readonly people.UserListing[]> {
    return this.#directory.users.filter((user) => user.accountId === accountId).map(toListing)
  }

  async users(after: string | null, limit: number): Promise<readonly people.UserListing[]> {
    const all = this.#directory.users
    const start = all.findIndex((user) => user.id === after) + 1
    return all.slice(start, start + limit).map(toListing)
  }

  async setRole(accountId: string, userId: string, role: Role, note: people.AuditNote): Promise<boolean> {
    const user = this.#member(accountId, userId)
    if (!user) return false
    if (role !== 'owner') this.#requireOtherOwner(user)
    user.role = role
    this.#directory.setDeviceRole(userId, role === 'member' ? 'member' : 'admin')
    this.#directory.note(accountId, note)
    return true
  }

  async removeUser(accountId: string, userId: string, note: people.AuditNote): Promise<boolean> {
    const user = this.#member(accountId, userId)
    if (!user) return false
    this.#requireOtherOwner(user)
    this.#drop(user)
    for (const key of this.#directory.keys(accountId)) {
      if (key.createdBy === userId && key.prefix === 'tkc_') this.#directory.revokeKey(key.id, note.at)
    }
    this.#directory.note(accountId, note)
    return true
  }

  async setPassword(userId: string, password: string, keep: string | null, note: people.AuditNote): Promise<void> {
    const user = this.#directory.user(userId)
    if (!user) return
    user.password = password
    this.#entrances.forget(userId, keep)
    this.#directory.note(user.accountId, note)
  }

  async proposeTotp(userId: string, secret: string): Promise<void> {
    const user = this.#directory.user(userId)
    if (!user || user.totp?.confirmed) return
    user.totp = { secret, confirmed: false }
    user.totpStep = 0
  }

  async confirmTotp(
    userId: string,
    step: number,
    recovery: readonly Uint8Array[],
    note: people.AuditNote,
  ): Promise<boolean> {
    const user = this.#directory.user(userId)
    if (!user?.totp || user.totp.confirmed || user.totpStep >= step) return false
    user.totp = { ...user.totp, confirmed: true }
    user.totpStep = step
    user.recovery = new Set(recovery.map(hex))
    this.#entrances.forgetLinks(userId)
    this.#directory.note(user.accountId, note)
    return true
  }

  async removeTotp(userId: string, note: people.AuditNote): Promise<void> {
    const user = this.#directory.user(userId)
    if (!user) return
    user.totp = null
    user.recovery.clear()
    this.#directory.note(user.accountId, note)
  }

  async useTotpStep(userId: string, step: number): Promise<boolean> {
    const user = this.#directory.user(userId)
    if (!user || user.totpStep >= step) return false
    user.totpStep = step
    return true
  }

  async useRecoveryCode(userId: string, hash: Uint8Array, note: people.AuditNote): Promise<boolean> {
    const user = this.#directory.user(userId)
    if (!user?.recovery.delete(hex(hash))) return false
    this.#directory.note(user.accountId, note)
    return true
  }

  async createSession(session: people.Session, hash: Uint8Array): Promise<void> {
    if (this.#directory.user(session.userId)) this.#entrances.addSession(session, hash)
  }

  async sessionByHash(hash: Uint8Array): Promise<people.SessionHolder | null> {
    const { directory } = this.#rooms()
    const session = this.#entrances.session(hash)
    const user = session && toRecord(directory.user(session.userId))
    return user ? { session: { ...session }, user, account: accountOf(directory.state(user.accountId)) } : null
  }

  async sessions(userId: string): Promise<readonly people.Session[]> {
    return this.#entrances.sessionsOf(userId)
  }

  async touchSessions(used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>): Promise<void> {
    this.#entrances.touch(used)
  }

  async endSession(userId: string, sessionId: string): Promise<boolean> {
    return this.#entrances.endSession(userId, sessionId)
  }

  async createLink(link: people.NewLink): Promise<void> {
    if (this.#directory.user(link.userId)) this.#entrances.addLink(link)
  }

  async takeLink(hash: Uint8Array, kind: people.LinkKind, now: number): Promise<string | null> {
    return this.#entrances.takeLink(hash, kind, now)
  }

  async keepSignUp(wish: people.NewSignUp): Promise<void> {
    this.#entrances.keepSignUp(wish)
  }

  async takeSignUp(email: string, codeHash: Uint8Array, now: number, maxTries: number): Promise<string | null> {
    return this.#entrances.takeSignUp(email, codeHash, now, maxTries)
  }

  async createInvite(invite: people.Invite, hash: Uint8Array, cap: number, note: people.AuditNote): Promise<void> {
    const { length } = await this.invites(invite.accountId, note.at)
    this.#requireRoom(invite.accountId, length, cap)
    this.#invites.set(hex(hash), invite)
    this.#directory.note(invite.accountId, note)
  }

  async invites(accountId: string, now: number): Promise<readonly people.Invite[]> {
    return [...this.#invites.values()].filter((invite) => invite.accountId === accountId && invite.expiresAt > now)
  }

  async inviteByHash(hash: Uint8Array, now: number): Promise<people.Invite | null> {
    const invite = this.#invites.get(hex(hash))
    return invite && invite.expiresAt > now ? invite : null
  }

  async acceptInvite(
    hash: Uint8Array,
    user: people.NewUser,
    cap: number,
    note: people.AuditNote,
  ): Promise<people.Invite | null> {
    const invite = this.#invites.get(hex(hash))
    if (!invite || invite.expiresAt <= note.at) return null
    this.#requireRoom(invite.accountId, 0, cap)
    this.#directory.addUser({ ...user, role: invite.role })
    this.#invites.delete(hex(hash))
    this.#directory.note(invite.accountId, note)
    return invite
  }

  async deleteInvite(accountId: string, inviteId: string, note: people.AuditNote): Promise<boolean> {
    const found = [...this.#invites].find(([, invite]) => invite.id === inviteId && invite.accountId === accountId)
    if (!found) return false
    this.#invites.delete(found[0])
    this.#directory.note(accountId, note)
    return true
  }

  async createGrant(grant: people.NewDeviceGrant): Promise<void> {
    this.#grants.add(grant)
  }

  async grant(userCode: string, now: number): Promise<people.DeviceGrant | null> {
    return this.#grants.find(userCode, now)
  }

  async decideGrant(userCode: string, userId: string | null, now: number): Promise<boolean> {
    return this.#grants.decide(userCode, userId, now)
  }

  async pollGrant(deviceHash: Uint8Array, now: number): Promise<people.GrantState> {
    return this.#grants.poll(deviceHash, now)
  }

  async redeemGrant(deviceHash: Uint8Array, key: NewKey, note: people.AuditNote): Promise<boolean> {
    const grant = this.#grants.take(deviceHash)
    if (!grant || !this.#directory.account(key.key.accountId)) return false
    this.#directory.createKey(key, note)
    const { host, system, address } = grant
    this.#places.set(key.key.id, { host, system, address })
    return true
  }

  async devices(accountId: string): Promise<readonly people.Device[]> {
    return this.#directory.keys(accountId).flatMap((key) => {
      const place = this.#places.get(key.id)
      return place && key.revokedAt === null ? [{ ...key, ...place }] : []
    })
  }

  async audit(accountId: string, note: people.AuditNote): Promise<void> {
    this.#directory.note(accountId, note)
  }

  async auditLog(accountId: string, before: string | null, limit: number): Promise<readonly people.AuditNote[]> {
    const log = this.#directory.account(accountId) ? this.#directory.state(accountId).audit.toReversed() : []
    const start = log.findIndex((note) => note.id === before) + 1
    return log.slice(start, start + limit)
  }

  async searchAccounts(text: string, after: string | null, limit: number): Promise<readonly people.AccountSummary[]> {
    const wanted = text.toLowerCase()
    const { directory } = this.#rooms()
    const found: people.AccountSummary[] = []
    for (const listed of directory.list(after, Number.MAX_SAFE_INTEGER)) {
      const members = directory.users.filter((user) => user.accountId === listed.id)
      const names = [listed.id, ...members.map((user) => user.email)]
      if (names.some((name) => name.includes(wanted))) found.push({ ...listed, members: members.length })
    }
    return found.slice(0, limit)
  }

  async setSuspended(accountId: string, at: number | null, note: people.AuditNote): Promise<boolean> {
    if (!this.#directory.account(accountId)) return false
    this.#directory.state(accountId).suspendedAt = at
    this.#directory.note(accountId, note)
    return true
  }

  async deleteAccount(accountId: string, at: number): Promise<boolean> {
    const { directory, mailroom, webhooks, domains } = this.#rooms()
    if (!directory.account(accountId)) return false
    webhooks.removeAccount(accountId)
    domains.removeAccount(accountId, at)
    for (const user of directory.users) if (user.accountId === accountId) this.#drop(user)
    for (const [hash, invite] of this.#invites) if (invite.accountId === accountId) this.#invites.delete(hash)
    for (const inbox of mailroom.inboxes(accountId, null, Number.MAX_SAFE_INTEGER)) mailroom.delete(inbox.id)
    for (const folder of mailroom.folders(accountId, null)) mailroom.deleteFolder(folder)
    directory.removeAccount(accountId)
    return true
  }

  async sweep({ now, auditSince }: people.PeopleSweep): Promise<boolean> {
    for (const [hash, { expiresAt }] of this.#invites) if (expiresAt <= now) this.#invites.delete(hash)
    this.#entrances.sweep(now)
    this.#grants.sweep(now)
    this.#directory.sweepAudit(auditSince)
    return false
  }

  #member(accountId: string, userId: string): UserState | undefined {
    const user = this.#directory.user(userId)
    return user?.accountId === accountId ? user : undefined
  }

  #requireOtherOwner(user: UserState): void {
    const others = this.#directory.users.filter((other) => other.accountId === user.accountId && other !== user)
    if (user.role !== 'owner' || others.some((other) => other.role === 'owner')) return
    throw new DomainError('conflict', 'An account needs an owner. Make somebody else an owner first.')
  }

  #requireRoom(accountId: string, invited: number, cap: number): void {
    const members = this.#directory.users.filter((user) => user.accountId === accountId).length
    if (members + invited >= cap) throw new DomainError('plan_required', 'No member more fits into the plan.')
  }

  #drop(user: UserState): void {
    this.#entrances.forget(user.id, null)
    this.#directory.removeUser(user.id)
  }
}

function toRecord(user: UserState | undefined): people.UserRecord | null {
  if (!user) return null
  const { totpStep: _step, recovery: _recovery, ...record } = user
  return record
}

function toListing({ id, accountId, email, role, createdAt, password, totp }: UserState): people.UserListing {
  const secrets = { hasPassword: password !== null, hasTotp: totp?.confirmed === true }
  return { id, accountId, email, role, createdAt, ...secrets }
}
