import type { Command } from 'commander'
import type { MayflyEvent } from '../client.ts'
import type { Begin } from '../context.ts'
import { followEvents } from '../follow-events.ts'
import type { Output } from '../output.ts'
import { plainLine } from '../plain-text.ts'
import { showTime } from '../show-moment.ts'

export function addWatch(program: Command, begin: Begin): void {
  program
    .command('watch')
    .argument('[address]', 'one inbox alone')
    .summary('Show mail as it arrives.')
    .description(
      'Show mail as it arrives, a line for each, until Ctrl-C. A lost connection is taken up again by itself, and nothing is left out. With --json the first line says that it has begun.',
    )
    .action(async (inbox: string | undefined, _: object, command: Command) => {
      const context = begin(command)
      const { out } = context
      const onBegin = () => {
        if (out.json) out.event({ event: 'watching', inbox: inbox ?? null }, () => '')
        out.note(`Watching ${inbox ?? 'every inbox of the account'}. Ctrl-C ends it.`)
      }
      for await (const event of followEvents(context, { inbox, onBegin })) {
        out.event(event, () => tell(event, out))
      }
    })
}

function tell({ event, data }: MayflyEvent, out: Output): string {
  const inbox = out.style('bold', plainLine(data.inbox))
  if (event === 'inbox.created') return `${showTime(data.createdAt)}  ${inbox}  is a new inbox`
  const about = `${plainLine(data.from)}: ${plainLine(data.subject) || '(no subject)'}`
  return `${showTime(data.receivedAt)}  ${inbox}  ${about}  ${out.style('dim', data.messageId)}`
}
