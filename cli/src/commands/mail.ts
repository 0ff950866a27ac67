import { type Command, Option } from 'commander'
import type { Mayfly, MessageFilter } from '../client.ts'
import type { Begin } from '../context.ts'
import { Failure } from '../failure.ts'
import { parseCount } from '../option-values.ts'
import { plainLine, plainText } from '../plain-text.ts'
import { showMessage } from '../show-message.ts'
import { showMoment } from '../show-moment.ts'

interface ListOptions extends MessageFilter {
  readonly since?: string
  readonly limit: number
}

const DEFAULT_LIMIT = 20

export function addMail(program: Command, begin: Begin): void {
  const mail = program.command('mail').description('List, read and delete messages.')
  addList(mail, begin)
  addShow(mail, begin)
  addRaw(mail, begin)
  addRemove(mail, begin)
}

/** What lists and waits can ask of a message. */
export function withFilters(command: Command): Command {
  return command
    .option('--from <text>', "Part of the sender's address.")
    .option('--subject <text>', 'Part of the subject.')
    .option('--contains <text>', 'Part of the subject or of the text.')
    .addOption(new Option('--has <what>', 'What must be in it.').choices(['code', 'link', 'attachment']))
}

function addList(mail: Command, begin: Begin): void {
  const list = mail.command('list').argument('<address>').description('List the messages of an inbox, newest first.')
  withFilters(list)
    .option('--since <moment>', 'Received then or later: 2026-11-15T06:30:00Z.')
    .option('--limit <count>', 'At most so many.', parseCount, DEFAULT_LIMIT)
    .action(async (address: string, { limit, ...options }: ListOptions, command: Command) => {
      const { out, client } = begin(command)
      const pageSize = Math.min(limit, 100)
      const found = await client()
        .messages.list(address, { ...options, pageSize })
        .toArray(limit)
      // A key with the scope codes is shown no subject.
      const rows = found.map(({ id, date, from, codes, subject = '' }) => [
        id,
        showMoment(date),
        plainLine(from),
        codes[0]?.value ?? '',
        plainLine(subject),
      ])
      out.table(found, ['ID', 'DATE', 'FROM', 'CODE', 'SUBJECT'], rows, `No mail in ${address}.`)
    })
}

function addShow(mail: Command, begin: Begin): void {
  mail
    .command('show')
    .argument('<id>', 'of a message, or an address for its newest')
    .description('Show a message: who, when, its codes and links, and its text.')
    .action(async (id: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      const mayfly = client()
      const message = await mayfly.messages.get(await findId(mayfly, id))
      out.show(message, () => showMessage(message, out))
    })
}

function addRaw(mail: Command, begin: Begin): void {
  mail
    .command('raw')
    .argument('<id>', 'of a message, or an address for its newest')
    .summary('Print the source of a message.')
    .description(
      'Print the source of a message as it came, byte by byte; on a terminal, without what would disturb it.',
    )
    .action(async (given: string, _: object, command: Command) => {
      const { out, client } = begin(command)
      const mayfly = client()
      const id = await findId(mayfly, given)
      const raw = Buffer.from(await mayfly.messages.raw(id))
      if (out.json) return out.show({ id, encoding: 'base64', source: raw.toString('base64') }, () => '')
      out.bytes(out.isTerminal ? Buffer.from(plainText(raw.toString())) : raw)
    })
}

function addRemove(mail: Command, begin: Begin): void {
  mail
    .command('rm')
    .argument('<id...>', 'of one or more messages')
    .description('Delete messages.')
    .action(async (ids: readonly string[], _: object, command: Command) => {
      const { out, client } = begin(command)
      const mayfly = client()
      for (const id of ids) {
        await mayfly.messages.delete(id)
        out.note(`Deleted ${id}.`)
      }
      if (out.json) out.show({ deleted: ids }, () => '')
    })
}

async function findId(mayfly: Mayfly, given: string): Promise<string> {
  if (!given.includes('@')) return given
  const [newest] = await mayfly.messages.list(given, { pageSize: 1 }).toArray(1)
  if (newest) return newest.id
  throw new Failure(`There is no mail in ${given} yet. Wait for it: mayfly wait ${given}`)
}
