import type { Command } from 'commander'
import type { Begin } from '../context.ts'
import { parseDuration } from '../option-values.ts'
import { plainLine } from '../plain-text.ts'
import { showMoment } from '../show-moment.ts'

interface NewOptions {
  readonly domain?: string
  readonly label?: string
  readonly ttl?: number
}

export function addInbox(program: Command, begin: Begin): void {
  const inbox = program.command('inbox').description('Make, list and delete inboxes.')
  addNew(inbox, begin)
  addList(inbox, begin)
  addRemove(inbox, begin)
}

function addNew(inbox: Command, begin: Begin): void {
  inbox
    .command('new')
    .argument('[address]', 'without it, one that nobody can guess')
    .summary('Make an inbox, and print its address.')
    .description('Make an inbox, and print its address alone: ADDRESS=$(mayfly inbox new)')
    .option('--domain <domain>', 'The service domain of the address that nobody can guess.')
    .option('--label <text>', 'A name for people.')
    .option('--ttl <time>', 'Delete it after this time: 90s, 10m, 1h, 7d.', parseDuration)
    .action(async (address: string | undefined, { domain, label, ttl: ttlSeconds }: NewOptions, command: Command) => {
      const { out, client } = begin(command)
      const made = await client().inboxes.create({ address, domain, label, ttlSeconds })
      out.show(made, () => plainLine(made.address))
    })
}

function addList(inbox: Command, begin: Begin): void {
  inbox
    .command('list')
    .description('List your inboxes.')
    .action(async (_: object, command: Command) => {
      const { out, client } = begin(command)
      const found = await client().inboxes.list({ pageSize: 100 }).toArray()
      const rows = found.map(({ address, messageCount, unreadCount, lastMessageAt, label }) => [
        plainLine(address),
        String(messageCount),
        String(unreadCount),
        showMoment(lastMessageAt),
        plainLine(label ?? ''),
      ])
      out.table(
        found,
        ['ADDRESS', 'MAILS', 'UNREAD', 'LAST MAIL', 'LABEL'],
        rows,
        'No inbox yet. Make one: mayfly inbox new',
      )
    })
}

function addRemove(inbox: Command, begin: Begin): void {
  inbox
    .command('rm')
    .argument('<address...>', 'one or more addresses')
    .description('Delete inboxes with all their mail.')
    .action(async (addresses: readonly string[], _: object, command: Command) => {
      const { out, client } = begin(command)
      const mayfly = client()
      for (const address of addresses) {
        await mayfly.inboxes.delete(address)
        out.note(`Deleted ${address}.`)
      }
      if (out.json) out.show({ deleted: addresses }, () => '')
    })
}
