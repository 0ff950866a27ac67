import { parseAddress } from '../domain/address.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Recipient } from '../domain/ports.ts'
import { requireServed } from '../domain/service-domains.ts'
import type { Deps } from './deps.ts'
import type { Owners } from './owners.ts'

export interface AcceptedRecipient extends Recipient {
  /** The largest message that its plan takes. */
  readonly maxBytes: number
}

/** Whether mail of this size may come for this address. Throws the reason where it may not. */
export async function acceptRecipient(
  deps: Deps,
  owners: Owners,
  mailbox: string,
  declaredSize: number | null,
): Promise<AcceptedRecipient> {
  const address = parseAddress(mailbox)
  requireServed(deps.policy.domains, address)
  const inbox = await deps.store.inboxByAddress(address.text)
  const account = inbox?.accountId ? await owners.account(inbox.accountId) : null
  if (!account && deps.policy.unclaimedTtlMs === 0) {
    throw new DomainError('no_such_inbox', 'Nobody has claimed this address.')
  }
  if (account?.suspendedAt) throw new DomainError('suspended', 'The account of this inbox is suspended.')
  const plan = deps.policy.plans[account?.plan ?? 'free']
  if ((declaredSize ?? 0) > plan.message_bytes) throw tooLarge(plan.message_bytes)
  if (account && account.storedBytes + (declaredSize ?? 0) > plan.stored_bytes) {
    throw new DomainError('inbox_full', 'The account of this inbox has no room left.')
  }
  return {
    address: address.text,
    storedBytesCap: account ? plan.stored_bytes : null,
    webhooks: plan.webhook_endpoints > 0,
    maxBytes: plan.message_bytes,
  }
}

export function tooLarge(maxBytes: number): DomainError {
  return new DomainError('message_too_large', `This inbox takes messages of up to ${maxBytes} bytes.`)
}
