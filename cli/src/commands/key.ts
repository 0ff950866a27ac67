import { type Command, Option } from 'commander'
import type { KeyScope } from '../client.ts'
import type { Begin } from '../context.ts'
import { plainLine } from '../plain-text.ts'
import { showMoment } from '../show-moment.ts'

export function addKey(program: Command, begin: Begin): void {
  const key = program.command('key').description('Make, list and revoke API keys.')
  addList(key, begin)
  addNew(key, begin)
  addRevoke(key, begin)
}

function addList(key: Command, begin: Begin): void {
  key
    .command('list')
    .description('List the API keys of the account.')
    .action(async (_: object, command: Command) => {
      const { out, client } = begin(command)
      const found = await client().keys.list({ pageSize: 100 }).toArray()
      const rows = found.map(({ id, prefix, last4, scope, lastUsedAt, revokedAt, name }) => [
        id,
        `${prefix}…${last4}`,
        scope,
        revokedAt === null ? showMoment(lastUsedAt) : 'revoked',
        plainLine(name),
      ])
      out.table(found, ['ID', 'KEY', 'SCOPE', 'LAST USED', 'NAME'], rows, 'No key yet. Make one: mayfly key new NAME')
    })
}

function addNew(key: Command, begin: Begin): void {
  const scope = new Option('--scope <scope>', 'What it may do: all, only read, or only see codes and links.')
  key
    .command('new')
    .argument('<name>', 'for people, to tell it from the others')
    .summary('Make an API key, and print it.')
    .description('Make an API key, and print it alone, this once: MAYFLY_API_KEY=$(mayfly key new ci)')
    .addOption(scope.choices(['full', 'read', 'codes']).default('full'))
    .action(async (name: string, options: { readonly scope: KeyScope }, command: Command) => {
      const { out, client } = begin(command)
      const made = await client().keys.create({ name, scope: options.scope })
      out.show(made, () => made.key)
      out.note(`This is the only time that it is shown. To revoke it: mayfly key revoke ${made.id}`)
    })
}

function addRevoke(key: Command, begin: Begin): void {
  key
    .command('revoke')
    .argument('<id>', 'as mayfly key list shows it')
    .description('Revoke an API key. Nobody gets in with it any more.')
    .action(async (id: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      await client().keys.revoke(id)
      out.show({ revoked: id }, () => `Revoked ${id}.`)
    })
}
