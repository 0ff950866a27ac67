import type { Role } from '../../domain/account.ts'
import type * as people from '../../domain/people-store.ts'
import type { NewKey } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import * as accounts from './people/accounts.ts'
import { audit, auditLog } from './people/audit.ts'
import * as devices from './people/devices.ts'
import * as invites from './people/invites.ts'
import * as secrets from './people/secrets.ts'
import * as sessions from './people/sessions.ts'
import * as users from './people/users.ts'

/** Each call is a statement or a transaction of its own. */
export class PostgresPeopleStore implements people.PeopleStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  user(id: string): Promise<people.UserRecord | null> {
    return users.userById(this.#db, id)
  }

  userByEmail(email: string): Promise<people.UserRecord | null> {
    return users.userByEmail(this.#db, email)
  }

  members(accountId: string): Promise<readonly people.UserListing[]> {
    return users.listMembers(this.#db, accountId)
  }

  users(after: string | null, limit: number): Promise<readonly people.UserListing[]> {
    return users.listUsers(this.#db, after, limit)
  }

  setRole(accountId: string, userId: string, role: Role, note: people.AuditNote): Promise<boolean> {
    return users.setRole(this.#db, accountId, userId, role, note)
  }

  removeUser(accountId: string, userId: string, note: people.AuditNote): Promise<boolean> {
    return users.removeUser(this.#db, accountId, userId, note)
  }

  setPassword(userId: string, password: string, keep: string | null, note: people.AuditNote): Promise<void> {
    return secrets.setPassword(this.#db, userId, password, keep, note)
  }

  proposeTotp(userId: string, secret: string): Promise<void> {
    return secrets.proposeTotp(this.#db, userId, secret)
  }

  confirmTotp(userId: string, step: number, recovery: readonly Uint8Array[], note: people.AuditNote): Promise<boolean> {
    return secrets.confirmTotp(this.#db, userId, step, recovery, note)
  }

  removeTotp(userId: string, note: people.AuditNote): Promise<void> {
    return secrets.removeTotp(this.#db, userId, note)
  }

  useTotpStep(userId: string, step: number): Promise<boolean> {
    return secrets.useTotpStep(this.#db, userId, step)
  }

  useRecoveryCode(userId: string, hash: Uint8Array, note: people.AuditNote): Promise<boolean> {
    return secrets.useRecoveryCode(this.#db, userId, hash, note)
  }

  createSession(session: people.Session, hash: Uint8Array): Promise<void> {
    return sessions.createSession(this.#db, session, hash)
  }

  sessionByHash(hash: Uint8Array): Promise<people.SessionHolder | null> {
    return sessions.sessionByHash(this.#db, hash)
  }

  sessions(userId: string): Promise<readonly people.Session[]> {
    return sessions.listSessions(this.#db, userId)
  }

  touchSessions(used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>): Promise<void> {
    return sessions.touchSessions(this.#db, used)
  }

  endSession(userId: string, sessionId: string): Promise<boolean> {
    return sessions.endSession(this.#db, userId, sessionId)
  }

  createLink(link: people.NewLink): Promise<void> {
    return sessions.createLink(this.#db, link)
  }

  takeLink(hash: Uint8Array, kind: people.LinkKind, now: number): Promise<string | null> {
    return sessions.takeLink(this.#db, hash, kind, now)
  }

  keepSignUp(wish: people.NewSignUp): Promise<void> {
    return sessions.keepSignUp(this.#db, wish)
  }

  takeSignUp(email: string, codeHash: Uint8Array, now: number, maxTries: number): Promise<string | null> {
    return sessions.takeSignUp(this.#db, email, codeHash, now, maxTries)
  }

  createInvite(invite: people.Invite, hash: Uint8Array, cap: number, note: people.AuditNote): Promise<void> {
    return invites.createInvite(this.#db, invite, hash, cap, note)
  }

  invites(accountId: string, now: number): Promise<readonly people.Invite[]> {
    return invites.listInvites(this.#db, accountId, now)
  }

  inviteByHash(hash: Uint8Array, now: number): Promise<people.Invite | null> {
    return invites.inviteByHash(this.#db, hash, now)
  }

  acceptInvite(
    hash: Uint8Array,
    user: people.NewUser,
    cap: number,
    note: people.AuditNote,
  ): Promise<people.Invite | null> {
    return invites.acceptInvite(this.#db, hash, user, cap, note)
  }

  deleteInvite(accountId: string, inviteId: string, note: people.AuditNote): Promise<boolean> {
    return invites.deleteInvite(this.#db, accountId, inviteId, note)
  }

  createGrant(grant: people.NewDeviceGrant): Promise<void> {
    return devices.createGrant(this.#db, grant)
  }

  grant(userCode: string, now: number): Promise<people.DeviceGrant | null> {
    return devices.findGrant(this.#db, userCode, now)
  }

  decideGrant(userCode: string, userId: string | null, now: number): Promise<boolean> {
    return devices.decideGrant(this.#db, userCode, userId, now)
  }

  pollGrant(deviceHash: Uint8Array, now: number): Promise<people.GrantState> {
    return devices.pollGrant(this.#db, deviceHash, now)
  }

  redeemGrant(deviceHash: Uint8Array, key: NewKey, note: people.AuditNote): Promise<boolean> {
    return devices.redeemGrant(this.#db, deviceHash, key, note)
  }

  devices(accountId: string): Promise<readonly people.Device[]> {
    return devices.listDevices(this.#db, accountId)
  }

  audit(accountId: string, note: people.AuditNote): Promise<void> {
    return audit(this.#db, accountId, note)
  }

  auditLog(accountId: string, before: string | null, limit: number): Promise<readonly people.AuditNote[]> {
    return auditLog(this.#db, accountId, before, limit)
  }

  searchAccounts(text: string, after: string | null, limit: number): Promise<readonly people.AccountSummary[]> {
    return accounts.searchAccounts(this.#db, text, after, limit)
  }

  setSuspended(accountId: string, at: number | null, note: people.AuditNote): Promise<boolean> {
    return accounts.setSuspended(this.#db, accountId, at, note)
  }

  deleteAccount(accountId: string, at: number): Promise<boolean> {
    return accounts.deleteAccount(this.#db, accountId, at)
  }

  sweep(rules: people.PeopleSweep): Promise<boolean> {
    return accounts.sweepPeople(this.#db, rules)
  }
}
