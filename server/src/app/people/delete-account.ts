import { DomainError } from '../../domain/domain-error.ts'
import type { UserPrincipal } from '../owners.ts'
import type { Instance } from './operator.ts'
import type { PeopleDeps } from './people-deps.ts'
import { requirePassword } from './require-password.ts'

/** When this resolves, nobody can get at anything of it. The sweep takes apart what it held. */
export async function deleteAccount(
  deps: PeopleDeps,
  instance: Instance,
  principal: UserPrincipal,
  wish: { readonly password: string | undefined; readonly confirm: string },
): Promise<void> {
  const { account, user } = principal
  if (await instance.isOwner(account.id)) {
    throw new DomainError('conflict', 'This account owns the whole service. It goes when its data folder does.')
  }
  if (wish.confirm !== account.id && wish.confirm.trim().toLowerCase() !== user.email) {
    const detail = 'must be your e-mail address or the id of the account'
    throw new DomainError('invalid_request', `confirm ${detail}`, { faults: [{ pointer: '/confirm', detail }] })
  }
  await requirePassword(deps, principal, wish.password)
  await deps.store.people.deleteAccount(account.id, deps.clock.now())
}
