import { revokeKey } from '../../app/accounts.ts'
import type { Command } from '../command.ts'
import { withStore } from '../with-store.ts'

export const adminKeyRevoke: Command = {
  usage: 'admin key revoke KEY_ID',
  describes: 'Revokes an API key. A running server refuses it within a second.',
  options: {},
  operands: ['KEY_ID'],
  async run({ operands: [keyId = ''] }) {
    await withStore((store) => revokeKey(store, Date.now(), keyId))
    process.stdout.write(`Key ${keyId} is revoked.\n`)
  },
}
