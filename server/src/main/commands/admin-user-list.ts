import { listUsers } from '../../app/people/list-users.ts'
import type { UserListing } from '../../domain/people-store.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { withStore } from '../with-store.ts'

export const adminUserList: Command = {
  usage: 'admin user list [--json]',
  describes: 'Lists the users of all accounts in the order of their making.',
  options: { json: JSON_OPTION },
  operands: [],
  async run({ options }) {
    const users = await withStore((store) => Array.fromAsync(listUsers(store)))
    process.stdout.write(options.json ? `${JSON.stringify(users.map(toJson))}\n` : toText(users))
  },
}

function toJson({ id, accountId, email, role, hasPassword, hasTotp, createdAt }: UserListing) {
  return {
    user_id: id,
    account_id: accountId,
    email,
    role,
    password: hasPassword,
    totp: hasTotp,
    created_at: new Date(createdAt).toISOString(),
  }
}

function toText(users: readonly UserListing[]): string {
  if (users.length === 0) return 'There are no users yet.\n'
  return users.map(({ id, accountId, role, email }) => `${id}  ${accountId}  ${role.padEnd(6)}  ${email}\n`).join('')
}
