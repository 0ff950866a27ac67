import { listAccounts } from '../../app/accounts.ts'
import { iso } from '../../domain/iso.ts'
import type { AccountListing } from '../../domain/ports.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { withStore } from '../with-store.ts'

export const adminAccountList: Command = {
  usage: 'admin account list [--json]',
  describes: 'Lists the accounts in the order of their making.',
  options: { json: JSON_OPTION },
  operands: [],
  async run({ options }) {
    const accounts = await withStore((store) => Array.fromAsync(listAccounts(store)))
    process.stdout.write(options.json ? `${JSON.stringify(accounts.map(toJson))}\n` : toText(accounts))
  },
}

function toJson(account: AccountListing) {
  return {
    account_id: account.id,
    email: account.email,
    plan: account.plan,
    inboxes: account.inboxCount,
    stored_bytes: account.storedBytes,
    created_at: iso(account.createdAt),
  }
}

function toText(accounts: readonly AccountListing[]): string {
  if (accounts.length === 0) return 'There are no accounts yet.\n'
  return accounts
    .map(
      ({ id, plan, email, inboxCount }) =>
        `${id}  ${plan.padEnd(5)}  ${String(inboxCount).padStart(6)} inboxes  ${email}\n`,
    )
    .join('')
}
