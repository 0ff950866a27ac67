import type { Account } from '../domain/account.ts'
import { type Address, parseAddress } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Recipient } from '../domain/ports.ts'
import type { MailDeps } from './deps.ts'
import type { Keeper } from './domains/served-domains.ts'
import { endInbox } from './end-inbox.ts'
import type { Owners } from './owners.ts'

export interface AcceptedRecipient extends Recipient {
  /** The largest message that its plan takes. */
  readonly maxBytes: number
  /** The account whose domain it is; null on a domain of the service. */
  readonly keptBy: string | null
}

/** Whether mail of this size may come for this address. Throws the reason where it may not. */
export async function acceptRecipient(
  deps: MailDeps,
  owners: Owners,
  mailbox: string,
  declaredSize: number | null,
): Promise<AcceptedRecipient> {
  const address = parseAddress(mailbox)
  const keeper = deps.served.requireServed(address)
  const { account, claimed } = await findOwner(deps, owners, address, keeper)
  if (!claimed && deps.policy.unclaimedTtlMs === 0) {
    throw new DomainError('no_such_inbox', 'Nobody has claimed this address.')
  }
  if (account?.suspendedAt) throw new DomainError('suspended', 'The account of this inbox is suspended.')
  const plan = deps.policy.plans[account?.plan ?? 'free']
  if ((declaredSize ?? 0) > plan.message_bytes) throw tooLarge(plan.message_bytes)
  if (claimed && account && account.storedBytes + (declaredSize ?? 0) > plan.stored_bytes) {
    throw new DomainError('inbox_full', 'The account of this inbox has no room left.')
  }
  return {
    address: address.text,
    storedBytesCap: claimed ? plan.stored_bytes : null,
    webhooks: plan.webhook_endpoints > 0,
    maxBytes: plan.message_bytes,
    keptBy: keeper.accountId,
  }
}

interface Owner {
  readonly account: Account | null
  /** Else its mail is held. */
  readonly claimed: boolean
}

async function findOwner(deps: MailDeps, owners: Owners, { text, domain }: Address, keeper: Keeper): Promise<Owner> {
  const inbox = await deps.store.inboxByAddress(text)
  const keptBy = keeper.accountId
  if (keptBy === null) {
    const account = inbox?.accountId ? await owners.account(inbox.accountId) : null
    return { account, claimed: account !== null }
  }
  const account = await owners.account(keptBy)
  if (account === null) throw deps.served.foreign(domain)
  // Somebody who had the domain before gets none of its mail any more.
  if (inbox?.accountId && inbox.accountId !== keptBy) await endInbox(deps, inbox.id)
  return { account, claimed: inbox?.accountId === keptBy }
}

export function tooLarge(maxBytes: number): DomainError {
  return new DomainError('message_too_large', `This inbox takes messages of up to ${maxBytes} bytes.`)
}
