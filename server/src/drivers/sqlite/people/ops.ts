import type { Role } from '../../../domain/account.ts'
import type {
  AuditNote,
  GrantState,
  Invite,
  LinkKind,
  NewDeviceGrant,
  NewLink,
  NewSignUp,
  NewUser,
  PeopleSweep,
  Session,
} from '../../../domain/people-store.ts'
import type { NewKey } from '../../../domain/ports.ts'
import type { Database } from '../database.ts'
import * as accounts from './accounts.ts'
import { audit, auditLog } from './audit.ts'
import * as devices from './devices.ts'
import * as invites from './invites.ts'
import * as secrets from './secrets.ts'
import * as sessions from './sessions.ts'
import * as users from './users.ts'

/** What the writer does for people. `db` is asked for at each call: it is open by then. */
export function peopleWriterOps(db: () => Database) {
  return {
    setRole: (accountId: string, userId: string, role: Role, note: AuditNote): boolean =>
      users.setRole(db(), accountId, userId, role, note),
    removeUser: (accountId: string, userId: string, note: AuditNote): boolean =>
      users.removeUser(db(), accountId, userId, note),
    setPassword: (userId: string, password: string, keep: string | null, note: AuditNote): void =>
      secrets.setPassword(db(), userId, password, keep, note),
    proposeTotp: (userId: string, secret: string): void => secrets.proposeTotp(db(), userId, secret),
    confirmTotp: (userId: string, step: number, recovery: readonly Uint8Array[], note: AuditNote): boolean =>
      secrets.confirmTotp(db(), userId, step, recovery, note),
    removeTotp: (userId: string, note: AuditNote): void => secrets.removeTotp(db(), userId, note),
    useTotpStep: (userId: string, step: number): boolean => secrets.useTotpStep(db(), userId, step),
    useRecoveryCode: (userId: string, hash: Uint8Array, note: AuditNote): boolean =>
      secrets.useRecoveryCode(db(), userId, hash, note),
    createSession: (session: Session, hash: Uint8Array): void => sessions.createSession(db(), session, hash),
    touchSessions: (used: ReadonlyMap<string, { at: number; expiresAt: number }>): void =>
      sessions.touchSessions(db(), used),
    endSession: (userId: string, sessionId: string): boolean => sessions.endSession(db(), userId, sessionId),
    createLink: (link: NewLink): void => sessions.createLink(db(), link),
    takeLink: (hash: Uint8Array, kind: LinkKind, now: number): string | null =>
      sessions.takeLink(db(), hash, kind, now),
    keepSignUp: (wish: NewSignUp): void => sessions.keepSignUp(db(), wish),
    takeSignUp: (email: string, codeHash: Uint8Array, now: number, maxTries: number): string | null =>
      sessions.takeSignUp(db(), email, codeHash, now, maxTries),
    createInvite: (invite: Invite, hash: Uint8Array, cap: number, note: AuditNote): void =>
      invites.createInvite(db(), invite, hash, cap, note),
    acceptInvite: (hash: Uint8Array, user: NewUser, cap: number, note: AuditNote): Invite | null =>
      invites.acceptInvite(db(), hash, user, cap, note),
    deleteInvite: (accountId: string, inviteId: string, note: AuditNote): boolean =>
      invites.deleteInvite(db(), accountId, inviteId, note),
    createGrant: (grant: NewDeviceGrant): void => devices.createGrant(db(), grant),
    decideGrant: (userCode: string, userId: string | null, now: number): boolean =>
      devices.decideGrant(db(), userCode, userId, now),
    pollGrant: (deviceHash: Uint8Array, now: number): GrantState => devices.pollGrant(db(), deviceHash, now),
    redeemGrant: (deviceHash: Uint8Array, key: NewKey, note: AuditNote): boolean =>
      devices.redeemGrant(db(), deviceHash, key, note),
    audit: (accountId: string, note: AuditNote): void => audit(db(), accountId, note),
    setSuspended: (accountId: string, at: number | null, note: AuditNote): boolean =>
      accounts.setSuspended(db(), accountId, at, note),
    deleteAccount: (accountId: string, at: number): boolean => accounts.deleteAccount(db(), accountId, at),
    sweepPeople: (rules: PeopleSweep): boolean => accounts.sweepPeople(db(), rules),
  }
}

/** And the reader. */
export function peopleReaderOps(db: () => Database) {
  return {
    members: (accountId: string) => users.listMembers(db(), accountId),
    users: (after: string | null, limit: number) => users.listUsers(db(), after, limit),
    sessions: (userId: string) => sessions.listSessions(db(), userId),
    invites: (accountId: string, now: number) => invites.listInvites(db(), accountId, now),
    devices: (accountId: string) => devices.listDevices(db(), accountId),
    auditLog: (accountId: string, before: string | null, limit: number) => auditLog(db(), accountId, before, limit),
    searchAccounts: (text: string, after: string | null, limit: number) =>
      accounts.searchAccounts(db(), text, after, limit),
  }
}
