import { createKey } from '../../app/accounts.ts'
import { KEY_SCOPES, type KeyScope } from '../../domain/api-key.ts'
import { didYouMean } from '../closest-match.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { withStore } from '../with-store.ts'

export const adminKeyCreate: Command = {
  usage: 'admin key create --account ID --name N [--scope S] [--json]',
  describes: 'Makes an API key for an account. It is shown only this once.',
  options: {
    account: { type: 'string', value: 'ID', required: true, describes: 'The account, as admin account list shows it.' },
    name: { type: 'string', value: 'N', required: true, describes: 'What the key is for.' },
    scope: { type: 'string', value: 'S', describes: `${KEY_SCOPES.join(', ')}; full if not given.` },
    json: JSON_OPTION,
  },
  operands: [],
  async run({ options }) {
    const wish = {
      accountId: String(options.account),
      name: String(options.name),
      scope: toScope(String(options.scope ?? 'full')),
    }
    const { key, keyText } = await withStore((store) => createKey(store, Date.now(), wish))
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ key_id: key.id, api_key: keyText })}\n`
        : `Key ${key.id} (${key.name}, ${key.scope}).\nAPI key, shown only this once: ${keyText}\n`,
    )
  },
}

function toScope(text: string): KeyScope {
  const scope = KEY_SCOPES.find((known) => known === text)
  if (scope) return scope
  throw new UsageError(
    `There is no scope "${text}".${didYouMean(text, KEY_SCOPES)} Scopes are ${KEY_SCOPES.join(', ')}.`,
  )
}
