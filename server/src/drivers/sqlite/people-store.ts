import type { Role } from '../../domain/account.ts'
import type * as people from '../../domain/people-store.ts'
import type { NewKey } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { findGrant } from './people/devices.ts'
import { inviteByHash } from './people/invites.ts'
import { sessionByHash } from './people/sessions.ts'
import { userByEmail, userById } from './people/users.ts'
import type { ReaderOps } from './reader.ts'
import type { WorkerLink } from './worker-link.ts'
import type { WriterOps } from './writer.ts'

/** Which thread does what. */
export class SqlitePeopleStore implements people.PeopleStore {
  readonly #writer: WorkerLink<WriterOps>
  readonly #reader: WorkerLink<ReaderOps>
  readonly #points: Database

  constructor(writer: WorkerLink<WriterOps>, reader: WorkerLink<ReaderOps>, points: Database) {
    this.#writer = writer
    this.#reader = reader
    this.#points = points
  }

  async user(id: string): Promise<people.UserRecord | null> {
    return userById(this.#points, id)
  }

  async userByEmail(email: string): Promise<people.UserRecord | null> {
    return userByEmail(this.#points, email)
  }

  members(accountId: string): Promise<readonly people.UserListing[]> {
    return this.#reader.call('members', [accountId])
  }

  users(after: string | null, limit: number): Promise<readonly people.UserListing[]> {
    return this.#reader.call('users', [after, limit])
  }

  setRole(accountId: string, userId: string, role: Role, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('setRole', [accountId, userId, role, note])
  }

  removeUser(accountId: string, userId: string, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('removeUser', [accountId, userId, note])
  }

  setPassword(userId: string, password: string, keep: string | null, note: people.AuditNote): Promise<void> {
    return this.#writer.call('setPassword', [userId, password, keep, note])
  }

  proposeTotp(userId: string, secret: string): Promise<void> {
    return this.#writer.call('proposeTotp', [userId, secret])
  }

  confirmTotp(userId: string, step: number, recovery: readonly Uint8Array[], note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('confirmTotp', [userId, step, recovery, note])
  }

  removeTotp(userId: string, note: people.AuditNote): Promise<void> {
    return this.#writer.call('removeTotp', [userId, note])
  }

  useTotpStep(userId: string, step: number): Promise<boolean> {
    return this.#writer.call('useTotpStep', [userId, step])
  }

  useRecoveryCode(userId: string, hash: Uint8Array, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('useRecoveryCode', [userId, hash, note])
  }

  createSession(session: people.Session, hash: Uint8Array): Promise<void> {
    return this.#writer.call('createSession', [session, hash])
  }

  async sessionByHash(hash: Uint8Array): Promise<people.SessionHolder | null> {
    return sessionByHash(this.#points, hash)
  }

  sessions(userId: string): Promise<readonly people.Session[]> {
    return this.#reader.call('sessions', [userId])
  }

  touchSessions(used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>): Promise<void> {
    return this.#writer.call('touchSessions', [used])
  }

  endSession(userId: string, sessionId: string): Promise<boolean> {
    return this.#writer.call('endSession', [userId, sessionId])
  }

  createLink(link: people.NewLink): Promise<void> {
    return this.#writer.call('createLink', [link])
  }

  takeLink(hash: Uint8Array, kind: people.LinkKind, now: number): Promise<string | null> {
    return this.#writer.call('takeLink', [hash, kind, now])
  }

  keepSignUp(wish: people.NewSignUp): Promise<void> {
    return this.#writer.call('keepSignUp', [wish])
  }

  takeSignUp(email: string, codeHash: Uint8Array, now: number, maxTries: number): Promise<string | null> {
    return this.#writer.call('takeSignUp', [email, codeHash, now, maxTries])
  }

  createInvite(invite: people.Invite, hash: Uint8Array, cap: number, note: people.AuditNote): Promise<void> {
    return this.#writer.call('createInvite', [invite, hash, cap, note])
  }

  invites(accountId: string, now: number): Promise<readonly people.Invite[]> {
    return this.#reader.call('invites', [accountId, now])
  }

  async inviteByHash(hash: Uint8Array, now: number): Promise<people.Invite | null> {
    return inviteByHash(this.#points, hash, now)
  }

  acceptInvite(
    hash: Uint8Array,
    user: people.NewUser,
    cap: number,
    note: people.AuditNote,
  ): Promise<people.Invite | null> {
    return this.#writer.call('acceptInvite', [hash, user, cap, note])
  }

  deleteInvite(accountId: string, inviteId: string, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('deleteInvite', [accountId, inviteId, note])
  }

  createGrant(grant: people.NewDeviceGrant): Promise<void> {
    return this.#writer.call('createGrant', [grant])
  }

  async grant(userCode: string, now: number): Promise<people.DeviceGrant | null> {
    return findGrant(this.#points, userCode, now)
  }

  decideGrant(userCode: string, userId: string | null, now: number): Promise<boolean> {
    return this.#writer.call('decideGrant', [userCode, userId, now])
  }

  pollGrant(deviceHash: Uint8Array, now: number): Promise<people.GrantState> {
    return this.#writer.call('pollGrant', [deviceHash, now])
  }

  redeemGrant(deviceHash: Uint8Array, key: NewKey, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('redeemGrant', [deviceHash, key, note])
  }

  devices(accountId: string): Promise<readonly people.Device[]> {
    return this.#reader.call('devices', [accountId])
  }

  audit(accountId: string, note: people.AuditNote): Promise<void> {
    return this.#writer.call('audit', [accountId, note])
  }

  auditLog(accountId: string, before: string | null, limit: number): Promise<readonly people.AuditNote[]> {
    return this.#reader.call('auditLog', [accountId, before, limit])
  }

  searchAccounts(text: string, after: string | null, limit: number): Promise<readonly people.AccountSummary[]> {
    return this.#reader.call('searchAccounts', [text, after, limit])
  }

  setSuspended(accountId: string, at: number | null, note: people.AuditNote): Promise<boolean> {
    return this.#writer.call('setSuspended', [accountId, at, note])
  }

  deleteAccount(accountId: string, at: number): Promise<boolean> {
    return this.#writer.call('deleteAccount', [accountId, at])
  }

  sweep(rules: people.PeopleSweep): Promise<boolean> {
    return this.#writer.call('sweepPeople', [rules])
  }
}
