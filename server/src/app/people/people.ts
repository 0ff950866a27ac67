import type { Role } from '../../domain/account.ts'
import { keyDigest } from '../../domain/api-key.ts'
import type { AccountSummary, Device, DeviceGrant, Invite, Session, UserListing } from '../../domain/people-store.ts'
import type { PlanTable } from '../../domain/plan.ts'
import type { Allowance } from '../../domain/ports.ts'
import { tokenHash } from '../../domain/token.ts'
import { ShortCache } from '../../lib/short-cache.ts'
import type { Deps } from '../deps.ts'
import type { Owners, Principal, UserPrincipal } from '../owners.ts'
import type { Touches } from '../touches.ts'
import { type AuditPage, actorOf, makeNote, readAudit } from './audit.ts'
import { deleteAccount } from './delete-account.ts'
import {
  type AskedGrant,
  askForDevice,
  type DeviceWish,
  decideGrant,
  listDevices,
  pollDevice,
  revokeDevice,
  viewGrant,
} from './devices.ts'
import {
  acceptInvite,
  createInvite,
  deleteInvite,
  type InviteView,
  listInvites,
  type MadeInvite,
  viewInvite,
} from './invites.ts'
import { changeRole, listMembers, removeMember } from './members.ts'
import { type AccountChange, changeAccount, Instance, searchAccounts } from './operator.ts'
import { PasswordHasher } from './password-hasher.ts'
import { changePassword, forgotPassword, resetPassword } from './passwords.ts'
import type { PeopleDeps } from './people-deps.ts'
import { confirmTotp, proposeTotp, removeTotp, type TotpProposal } from './second-factor.ts'
import { type SessionView, viewSession } from './session-view.ts'
import { type Entered, endSession, findSession, isTouchDue, listSessions, SESSION_MS } from './sessions.ts'
import { type Credentials, signIn, signInByLink } from './sign-in.ts'
import { SignInBrake } from './sign-in-brake.ts'
import { confirmSignUp, type SignUpWish, signUp } from './sign-up.ts'
import { sweepPeople } from './sweep-people.ts'
import type { Visitor } from './visitor.ts'

/** As for keys: a session that has ended is refused everywhere within 1 second. */
const CACHE_MS = 500
const MAX_CACHED = 10_000
const TAKING_APART_MS = 5_000

/** What a front can do for people: who they are, how they come in, and what they do with their account. */
export class People {
  readonly #deps: PeopleDeps
  readonly #owners: Owners
  readonly #touches: Touches
  readonly #instance: Instance
  readonly #sessions: ShortCache<string, UserPrincipal>

  constructor(deps: Deps, owners: Owners, touches: Touches) {
    this.#deps = { ...deps, passwords: new PasswordHasher(), brake: new SignInBrake(deps.clock) }
    this.#owners = owners
    this.#touches = touches
    this.#instance = new Instance(deps.store)
    const now = (): number => deps.clock.now()
    this.#sessions = new ShortCache({ ttlMs: CACHE_MS, maxEntries: MAX_CACHED, now })
    owners.alsoForget(() => this.#sessions.clear())
  }

  /** The public address of the service: what a browser's Origin is compared with. */
  get baseUrl(): string {
    return this.#deps.people.baseUrl()
  }

  /** How many password hashes have been made. */
  get passwordWork(): number {
    return this.#deps.passwords.made
  }

  get plans(): PlanTable {
    return this.#deps.policy.plans
  }

  /** Counts one call of somebody who has not signed in. */
  takeVisit(what: string, address: string, perMinute: number): Promise<Allowance> {
    return this.#deps.limiter.take(`${what} ${address}`, perMinute)
  }

  /** Null where nobody has signed in with this token, or it is over. */
  async session(token: string): Promise<UserPrincipal | null> {
    const digest = keyDigest(token)
    const principal = this.#sessions.get(digest) ?? (await this.#findSession(token, digest))
    const now = this.#deps.clock.now()
    if (!principal || principal.session.expiresAt <= now) return null
    if (isTouchDue(principal.session, now)) this.#touches.session(principal.session.id, now, now + SESSION_MS)
    return principal
  }

  async #findSession(token: string, digest: string): Promise<UserPrincipal | null> {
    const hash = tokenHash(token)
    const found = hash && (await findSession(this.#deps, hash))
    if (found) this.#sessions.set(digest, found)
    return found
  }

  async viewSession(principal: UserPrincipal): Promise<SessionView> {
    return viewSession(this.#deps, principal, await this.isOperator(principal))
  }

  /** Null where a code has been sent. */
  signUp(wish: SignUpWish, visitor: Visitor): Promise<Entered | null> {
    return signUp(this.#deps, wish, visitor)
  }

  confirmSignUp(wish: { readonly email: string; readonly code: string }, visitor: Visitor): Promise<Entered> {
    return confirmSignUp(this.#deps, wish, visitor)
  }

  signIn(credentials: Credentials, visitor: Visitor): Promise<Entered> {
    return signIn(this.#deps, credentials, visitor)
  }

  signInByLink(token: string, visitor: Visitor): Promise<Entered> {
    return signInByLink(this.#deps, token, visitor)
  }

  /** Does nothing where the session has ended already. */
  async signOut({ account, user, session }: UserPrincipal): Promise<void> {
    await this.#changing(account.id, this.#deps.store.people.endSession(user.id, session.id))
  }

  listSessions(principal: UserPrincipal): Promise<readonly Session[]> {
    return listSessions(this.#deps, principal)
  }

  endSession(principal: UserPrincipal, sessionId: string): Promise<void> {
    return this.#changing(principal.account.id, endSession(this.#deps, principal, sessionId))
  }

  changePassword(principal: UserPrincipal, current: string | undefined, wanted: string): Promise<void> {
    return this.#changing(principal.account.id, changePassword(this.#deps, principal, { current, wanted }))
  }

  forgotPassword(email: string): void {
    forgotPassword(this.#deps, email)
  }

  async resetPassword(token: string, password: string, visitor: Visitor): Promise<void> {
    this.#owners.changed(await resetPassword(this.#deps, { token, password }, visitor))
  }

  proposeTotp(principal: UserPrincipal): Promise<TotpProposal> {
    return proposeTotp(this.#deps, principal)
  }

  confirmTotp(principal: UserPrincipal, code: string): Promise<readonly string[]> {
    return this.#changing(principal.account.id, confirmTotp(this.#deps, principal, code))
  }

  removeTotp(principal: UserPrincipal, password: string | undefined): Promise<void> {
    return this.#changing(principal.account.id, removeTotp(this.#deps, principal, password))
  }

  listMembers(principal: Principal): Promise<readonly UserListing[]> {
    return listMembers(this.#deps, principal)
  }

  changeRole(principal: UserPrincipal, userId: string, role: Role): Promise<UserListing> {
    return this.#changing(principal.account.id, changeRole(this.#deps, principal, userId, role))
  }

  removeMember(principal: UserPrincipal, userId: string): Promise<void> {
    return this.#changing(principal.account.id, removeMember(this.#deps, principal, userId))
  }

  listInvites(principal: Principal): Promise<readonly Invite[]> {
    return listInvites(this.#deps, principal)
  }

  createInvite(principal: UserPrincipal, role: Role, email: string | undefined): Promise<MadeInvite> {
    return createInvite(this.#deps, principal, { role, email })
  }

  deleteInvite(principal: UserPrincipal, inviteId: string): Promise<void> {
    return deleteInvite(this.#deps, principal, inviteId)
  }

  viewInvite(token: string): Promise<InviteView> {
    return viewInvite(this.#deps, token)
  }

  acceptInvite(
    wish: { readonly token: string; readonly email: string; readonly password: string },
    visitor: Visitor,
  ): Promise<Entered> {
    return acceptInvite(this.#deps, wish, visitor)
  }

  askForDevice(wish: DeviceWish): Promise<AskedGrant> {
    return askForDevice(this.#deps, wish)
  }

  pollDevice(deviceCode: string): ReturnType<typeof pollDevice> {
    return pollDevice(this.#deps, deviceCode)
  }

  viewGrant(userCode: string): Promise<DeviceGrant> {
    return viewGrant(this.#deps, userCode)
  }

  decideGrant(principal: UserPrincipal, userCode: string, approve: boolean): Promise<void> {
    return decideGrant(this.#deps, principal, userCode, approve)
  }

  listDevices(principal: Principal): Promise<readonly Device[]> {
    return listDevices(this.#deps, principal)
  }

  revokeDevice(principal: Principal, deviceId: string): Promise<void> {
    return this.#changing(principal.account.id, revokeDevice(this.#deps, principal, deviceId))
  }

  /** Writes down a change that has no transaction of its own to be written down in. Never give it a secret. */
  audit(principal: Principal, action: string, target: string | null, detail: string | null): Promise<void> {
    const note = makeNote(this.#deps.clock.now(), actorOf(principal), action, target, detail)
    return this.#deps.store.people.audit(principal.account.id, note)
  }

  readAudit(principal: Principal, after: string | null, limit: number): Promise<AuditPage> {
    return readAudit(this.#deps, principal, after, limit)
  }

  isOperator(principal: Principal): Promise<boolean> {
    return this.#instance.isOperator(principal)
  }

  searchAccounts(text: string, after: string | null, limit: number): ReturnType<typeof searchAccounts> {
    return searchAccounts(this.#deps, text, after, limit)
  }

  changeAccount(principal: UserPrincipal, accountId: string, change: AccountChange): Promise<AccountSummary> {
    return this.#changing(accountId, changeAccount(this.#deps, this.#instance, principal, accountId, change))
  }

  async deleteAccount(principal: UserPrincipal, password: string | undefined, confirm: string): Promise<void> {
    await this.#changing(
      principal.account.id,
      deleteAccount(this.#deps, this.#instance, principal, { password, confirm }),
    )
    // So that its addresses are free when this resolves. What takes longer is left to the sweep.
    await this.sweep(AbortSignal.timeout(TAKING_APART_MS))
  }

  sweep(stopped: AbortSignal): Promise<void> {
    return sweepPeople(this.#deps, stopped)
  }

  /** What is changed holds here at once, and elsewhere as soon as it is heard of or the caches have run out. */
  async #changing<T>(accountId: string, change: Promise<T>): Promise<T> {
    try {
      return await change
    } finally {
      this.#owners.changed(accountId)
    }
  }
}
