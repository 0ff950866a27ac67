import { type Role, reaches } from '../../domain/account.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { UserListing } from '../../domain/people-store.ts'
import type { Deps } from '../deps.ts'
import type { Principal, UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import { notThere } from './not-there.ts'

export function listMembers({ store }: Deps, { account }: Principal): Promise<readonly UserListing[]> {
  return store.people.members(account.id)
}

export async function changeRole(
  deps: Deps,
  principal: UserPrincipal,
  userId: string,
  role: Role,
): Promise<UserListing> {
  const member = await findMember(deps, principal, userId)
  requireMight(principal, member.role)
  requireMight(principal, role)
  const note = makeNote(deps.clock.now(), actorOf(principal), 'member.role', userId, `${member.email}: ${role}`)
  if (!(await deps.store.people.setRole(principal.account.id, userId, role, note))) throw notThere('member')
  return { ...member, role }
}

export async function removeMember(deps: Deps, principal: UserPrincipal, userId: string): Promise<void> {
  const member = await findMember(deps, principal, userId)
  requireMight(principal, member.role)
  const note = makeNote(deps.clock.now(), actorOf(principal), 'member.remove', userId, member.email)
  if (!(await deps.store.people.removeUser(principal.account.id, userId, note))) throw notThere('member')
}

async function findMember(deps: Deps, principal: Principal, userId: string): Promise<UserListing> {
  const member = (await listMembers(deps, principal)).find((one) => one.id === userId)
  if (!member) throw notThere('member')
  return member
}

/** Nobody makes, changes or removes whoever can do more than they can. */
export function requireMight({ role }: Principal, other: Role): void {
  if (!reaches(role, other)) throw new DomainError('forbidden', `Only an ${other} can do this.`)
}
