import { DomainError } from '../../domain/domain-error.ts'
import { newId } from '../../domain/ids.ts'
import type { Session, UserRecord } from '../../domain/people-store.ts'
import { newToken, tokenHash } from '../../domain/token.ts'
import type { Deps } from '../deps.ts'
import { requireOpen, type UserPrincipal } from '../owners.ts'
import { notThere } from './not-there.ts'
import type { Visitor } from './visitor.ts'

export const SESSION_MS = 30 * 24 * 3_600_000
/** A session that is used lasts on; that is written down at most once in this time. */
const GRAIN_MS = 3_600_000
const MAX_USER_AGENT = 300

/** Somebody who has just come in. */
export interface Entered {
  /** For the cookie: kept nowhere here. */
  readonly token: string
  readonly principal: UserPrincipal
}

/** A new session, with a token that nobody has seen before. Throws where the account is suspended. */
export async function enterAs(deps: Deps, user: UserRecord, visitor: Visitor): Promise<Entered> {
  const account = await deps.store.account(user.accountId)
  if (!account) throw new DomainError('not_found', 'This account is gone.')
  requireOpen(account)
  const now = deps.clock.now()
  const session: Session = {
    id: newId('ses'),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + SESSION_MS,
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, MAX_USER_AGENT).toWellFormed(),
  }
  const token = newToken()
  await deps.store.people.createSession(session, tokenHash(token) as Buffer)
  const { role } = user
  const plan = deps.policy.plans[account.plan]
  const address = visitor.address
  return { token, principal: { account, plan, scope: 'full', role, address, key: null, user, session } }
}

/** Null where nobody has this session, or it is over. Throws where the account is suspended. */
export async function findSession({ store, clock, policy }: Deps, hash: Buffer): Promise<UserPrincipal | null> {
  const holder = await store.people.sessionByHash(hash)
  if (!holder || holder.session.expiresAt <= clock.now()) return null
  const { account, user, session } = holder
  requireOpen(account)
  const plan = policy.plans[account.plan]
  return { account, plan, scope: 'full', role: user.role, address: null, key: null, user, session }
}

export function isTouchDue({ lastSeenAt }: Session, now: number): boolean {
  return now - lastSeenAt >= GRAIN_MS
}

/** The newest first. */
export async function listSessions({ store, clock }: Deps, { user }: UserPrincipal): Promise<readonly Session[]> {
  const all = await store.people.sessions(user.id)
  return all.filter((session) => session.expiresAt > clock.now())
}

export async function endSession({ store }: Deps, { user }: UserPrincipal, sessionId: string): Promise<void> {
  if (!(await store.people.endSession(user.id, sessionId))) throw notThere('session')
}
