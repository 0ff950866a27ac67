import { type Address, parseAddress } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import { claimInbox } from './claim-inbox.ts'
import type { MailDeps } from './deps.ts'
import { isFor } from './domains/served-domains.ts'
import { endInbox } from './end-inbox.ts'
import { isOver } from './inboxes.ts'
import type { Principal } from './owners.ts'
import type { Touches } from './touches.ts'

/** The inbox of this address for a reader: claimed by the first one, refused to every other account. */
export async function openInbox(deps: MailDeps, touches: Touches, principal: Principal, email: string): Promise<Inbox> {
  const address = parseAddress(email)
  const accountId = principal.account.id
  const keeper = deps.served.keeperOf(address.domain)
  if (keeper === null) return leftBehind(deps, accountId, address)
  if (!isFor(keeper, accountId)) throw deps.served.foreign(address.domain)
  const found = await deps.store.inboxByAddress(address.text)
  const isFree = !found || found.accountId === null
  const isFormer = !isFree && found.accountId !== accountId && keeper.accountId === accountId
  if (isFree || isFormer) return (await claimInbox(deps, principal, address.text)).inbox
  if (found.accountId !== accountId) throw taken()
  const now = deps.clock.now()
  if (isOver(deps, found)) return renew(deps, principal, found)
  touches.inbox(found.id, found.lastReadAt, now)
  return found
}

/** Its time is over, though the sweep has not come by yet: whoever reads it now begins a new one. */
async function renew(deps: MailDeps, principal: Principal, expired: Inbox): Promise<Inbox> {
  await endInbox(deps, expired.id)
  return (await claimInbox(deps, principal, expired.address)).inbox
}

/** Of a domain that is served no more: what came to it can be read until it lapses, and reading does not put that off. */
async function leftBehind(deps: MailDeps, accountId: string, address: Address): Promise<Inbox> {
  const found = await deps.store.inboxByAddress(address.text)
  if (found?.accountId === accountId && !isOver(deps, found)) return found
  throw deps.served.foreign(address.domain)
}

function taken(): DomainError {
  return new DomainError('inbox_taken', 'This address is an inbox of another account. Choose another address.')
}
