import type { Account, Role, User } from './account.ts'
import type { ApiKey } from './api-key.ts'
import type { AccountListing, NewKey } from './ports.ts'

/** One line of an account's log of who changed what, as it is handed to the change that it tells of. */
export interface AuditNote {
  readonly id: string
  readonly at: number
  readonly actor: AuditActor
  /** Such as key.create. */
  readonly action: string
  /** The id or name of what was changed. */
  readonly target: string | null
  /** For people. Never a secret. */
  readonly detail: string | null
}

/** Nothing in it where it was the operator, by a command on the server. */
export interface AuditActor {
  readonly userId: string | null
  readonly email: string | null
  readonly keyId: string | null
  /** From where. */
  readonly address: string | null
}

export interface NewUser extends User {
  /** A PHC string. */
  readonly password?: string | null
}

export interface UserRecord extends User {
  /** A PHC string; null until one is chosen. */
  readonly password: string | null
  /** In base 32; `confirmed` once a first code has been shown. */
  readonly totp: { readonly secret: string; readonly confirmed: boolean } | null
}

export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly address: string
  readonly userAgent: string
}

/** Nobody signs in at more places. */
export const MAX_SESSIONS = 100

export interface SessionHolder {
  readonly session: Session
  readonly user: UserRecord
  readonly account: Account
}

/** What a link with a token does, once. */
export type LinkKind = 'sign_in' | 'reset'

export interface NewLink {
  readonly hash: Uint8Array
  readonly kind: LinkKind
  readonly userId: string
  readonly expiresAt: number
}

/** Somebody who has been sent a code and has not shown it yet. */
export interface NewSignUp {
  readonly email: string
  readonly codeHash: Uint8Array
  readonly password: string
  readonly expiresAt: number
}

export interface Invite {
  readonly id: string
  readonly accountId: string
  readonly role: Role
  /** For whom it was meant; whoever has the link may use it. */
  readonly email: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** RFC 8628: a device that asks to be let in. */
export interface DeviceGrant {
  readonly userCode: string
  readonly host: string
  readonly system: string
  readonly address: string
  readonly expiresAt: number
}

export interface NewDeviceGrant extends DeviceGrant {
  readonly deviceHash: Uint8Array
}

export type GrantState =
  | { readonly state: 'unknown' | 'expired' | 'pending' | 'slow_down' | 'denied' }
  | { readonly state: 'approved'; readonly userId: string; readonly grant: DeviceGrant }

/** A command line on a machine: a key of its own kind, and where it was asked for. */
export interface Device extends ApiKey {
  readonly host: string
  readonly system: string
  readonly address: string
}

export interface AccountSummary extends AccountListing {
  readonly members: number
}

export interface UserListing extends User {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
}

export interface PeopleSweep {
  readonly now: number
  /** Lines of the audit log that are older are forgotten. */
  readonly auditSince: number
  /** At most so many rows of each kind in one step. */
  readonly limit: number
}

/** Of `hash` it is always the SHA-256 of a token that is kept nowhere. */
export interface PeopleStore {
  user(id: string): Promise<UserRecord | null>
  userByEmail(email: string): Promise<UserRecord | null>
  /** Of one account, in the order of their making. */
  members(accountId: string): Promise<readonly UserListing[]>
  /** Of all accounts, in the order of their making; `after` is the id of the last one seen. */
  users(after: string | null, limit: number): Promise<readonly UserListing[]>
  /** False where there is no such user in this account. Throws conflict where no owner would be left. */
  setRole(accountId: string, userId: string, role: Role, note: AuditNote): Promise<boolean>
  /** With their sessions, links and devices. Likewise. */
  removeUser(accountId: string, userId: string, note: AuditNote): Promise<boolean>

  /** Ends every session of the user but `keep`, and makes void every link that was made for them. */
  setPassword(userId: string, password: string, keep: string | null, note: AuditNote): Promise<void>
  /** Counts for nothing until it is confirmed. */
  proposeTotp(userId: string, secret: string): Promise<void>
  /** Makes void every link: none may lead past it. False where nothing was proposed, or the step was used already. */
  confirmTotp(userId: string, step: number, recovery: readonly Uint8Array[], note: AuditNote): Promise<boolean>
  removeTotp(userId: string, note: AuditNote): Promise<void>
  /** True for the one call that uses this step or a later one first. */
  useTotpStep(userId: string, step: number): Promise<boolean>
  /** True once for each. */
  useRecoveryCode(userId: string, hash: Uint8Array, note: AuditNote): Promise<boolean>

  /** The oldest of the user's sessions goes where there are more than MAX_SESSIONS. */
  createSession(session: Session, hash: Uint8Array): Promise<void>
  /** Also where it has expired. */
  sessionByHash(hash: Uint8Array): Promise<SessionHolder | null>
  /** The newest first, expired ones too. */
  sessions(userId: string): Promise<readonly Session[]>
  /** For each session when it was last used, and until when it lasts now. */
  touchSessions(used: ReadonlyMap<string, { readonly at: number; readonly expiresAt: number }>): Promise<void>
  /** False where the user has no such session. */
  endSession(userId: string, sessionId: string): Promise<boolean>

  createLink(link: NewLink): Promise<void>
  /** The user whom it was made for, once; null ever after, and where it has expired. */
  takeLink(hash: Uint8Array, kind: LinkKind, now: number): Promise<string | null>

  /** In place of an earlier one of the same address. */
  keepSignUp(wish: NewSignUp): Promise<void>
  /** The password, once; null where the code is wrong, too late, or was tried too often. */
  takeSignUp(email: string, codeHash: Uint8Array, now: number, maxTries: number): Promise<string | null>

  /** Throws plan_required where members and open invites together reach the cap already. */
  createInvite(invite: Invite, hash: Uint8Array, cap: number, note: AuditNote): Promise<void>
  /** Those that can still be used, in the order of their making. */
  invites(accountId: string, now: number): Promise<readonly Invite[]>
  inviteByHash(hash: Uint8Array, now: number): Promise<Invite | null>
  /** Null where it cannot be used (any more). Throws plan_required as above, and conflict where the address is taken. */
  acceptInvite(hash: Uint8Array, user: NewUser, cap: number, note: AuditNote): Promise<Invite | null>
  deleteInvite(accountId: string, inviteId: string, note: AuditNote): Promise<boolean>

  /** Throws conflict where the user code is in use. */
  createGrant(grant: NewDeviceGrant): Promise<void>
  /** One that waits for an answer. */
  grant(userCode: string, now: number): Promise<DeviceGrant | null>
  /** Null denies it. False where it does not wait for an answer. */
  decideGrant(userCode: string, userId: string | null, now: number): Promise<boolean>
  pollGrant(deviceHash: Uint8Array, now: number): Promise<GrantState>
  /** Makes the device that was approved, once. */
  redeemGrant(deviceHash: Uint8Array, key: NewKey, note: AuditNote): Promise<boolean>
  /** Those that are not revoked, in the order of their making. */
  devices(accountId: string): Promise<readonly Device[]>

  audit(accountId: string, note: AuditNote): Promise<void>
  /** Newest first; `before` is the id of the last one seen. */
  auditLog(accountId: string, before: string | null, limit: number): Promise<readonly AuditNote[]>

  /** Those whose id or a member's address has this in it, in the order of their making. */
  searchAccounts(text: string, after: string | null, limit: number): Promise<readonly AccountSummary[]>
  /** False where there is no such account. */
  setSuspended(accountId: string, at: number | null, note: AuditNote): Promise<boolean>
  /** From now on nobody is in it and nobody can get in. What it holds is taken apart by `sweep`. */
  deleteAccount(accountId: string, at: number): Promise<boolean>
  /** True while there is more to do at once. */
  sweep(rules: PeopleSweep): Promise<boolean>
}
