import type { Role } from '../../domain/account.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { newId } from '../../domain/ids.ts'
import type { Invite } from '../../domain/people-store.ts'
import { type PlanName, planThatLifts } from '../../domain/plan.ts'
import { newToken, tokenHash } from '../../domain/token.ts'
import type { Deps } from '../deps.ts'
import { type Principal, requireOpen, type UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import { inviteLetter, mayWrite, post } from './letters.ts'
import { requireMight } from './members.ts'
import { notThere } from './not-there.ts'
import { requireGoodPassword } from './password-rules.ts'
import type { PeopleDeps } from './people-deps.ts'
import { type Entered, enterAs } from './sessions.ts'
import { readEmail } from './sign-up.ts'
import { type Visitor, visitingUser } from './visitor.ts'

const INVITE_MS = 7 * 24 * 3_600_000

export interface MadeInvite {
  readonly invite: Invite
  /** The only time that it is shown. */
  readonly url: string
}

export function listInvites({ store, clock }: Deps, { account }: Principal): Promise<readonly Invite[]> {
  return store.people.invites(account.id, clock.now())
}

/** Is mailed too, where there is an address to mail it to and the service sends mail. */
export async function createInvite(
  deps: Deps,
  principal: UserPrincipal,
  wish: { readonly role: Role; readonly email: string | undefined },
): Promise<MadeInvite> {
  requireMight(principal, wish.role)
  const { account, plan, user } = principal
  const email = wish.email === undefined ? null : readEmail(wish.email)
  const now = deps.clock.now()
  const invite = {
    id: newId('inv'),
    accountId: account.id,
    role: wish.role,
    email,
    createdAt: now,
    expiresAt: now + INVITE_MS,
  }
  const token = newToken()
  const note = makeNote(
    now,
    actorOf(principal),
    'invite.create',
    invite.id,
    email ? `${email}: ${wish.role}` : wish.role,
  )
  await withinPlan(
    deps,
    account.plan,
    deps.store.people.createInvite(invite, tokenHash(token) as Buffer, plan.members, note),
  )
  const url = `${deps.people.baseUrl()}/invite#token=${token}`
  if (email !== null && (await mayWrite(deps, email))) post(deps, inviteLetter(email, url, user.email))
  return { invite, url }
}

export async function deleteInvite(deps: Deps, principal: UserPrincipal, inviteId: string): Promise<void> {
  const note = makeNote(deps.clock.now(), actorOf(principal), 'invite.delete', inviteId, null)
  if (!(await deps.store.people.deleteInvite(principal.account.id, inviteId, note))) throw notThere('invite')
}

export interface InviteView {
  readonly account: string
  readonly role: Role
  readonly email: string | null
}

/** What whoever holds the link needs to know: whose account it is, as its owner's address. */
export async function viewInvite(deps: Deps, token: string): Promise<InviteView> {
  const invite = await findInvite(deps, token)
  const members = await deps.store.people.members(invite.accountId)
  const owner = members.find((member) => member.role === 'owner')
  return { account: owner?.email ?? '', role: invite.role, email: invite.email }
}

export async function acceptInvite(
  deps: PeopleDeps,
  wish: { readonly token: string; readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<Entered> {
  const email = readEmail(wish.email)
  requireGoodPassword(wish.password, email)
  const invite = await findInvite(deps, wish.token)
  const account = await deps.store.account(invite.accountId)
  if (!account) throw voidInvite()
  requireOpen(account)
  const password = await deps.passwords.hash(wish.password)
  const now = deps.clock.now()
  const user = { id: newId('usr'), accountId: account.id, email, role: invite.role, createdAt: now, password }
  const note = makeNote(now, visitingUser(visitor, user), 'member.join', user.id, `${email}: ${invite.role}`)
  const { members } = deps.policy.plans[account.plan]
  const hash = tokenHash(wish.token) as Buffer
  const accepted = await withinPlan(deps, account.plan, deps.store.people.acceptInvite(hash, user, members, note))
  if (!accepted) throw voidInvite()
  return enterAs(deps, { ...user, totp: null }, visitor)
}

async function findInvite({ store, clock }: Deps, token: string): Promise<Invite> {
  const hash = tokenHash(token)
  const invite = hash && (await store.people.inviteByHash(hash, clock.now()))
  if (!invite) throw voidInvite()
  return invite
}

function voidInvite(): DomainError {
  return new DomainError(
    'invalid_credentials',
    'This invite is not valid: it works once, and for 7 days. Ask for another.',
  )
}

async function withinPlan<T>({ policy }: Deps, plan: PlanName, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'plan_required') throw error
    const advice = planThatLifts(policy.plans, 'members', plan)
    const { members } = policy.plans[plan]
    throw new DomainError('plan_required', `The ${plan} plan has room for ${members}, invites included. ${advice}`)
  }
}
