import type { Command } from 'commander'
import type { MessageFilter } from '../client.ts'
import type { Begin } from '../context.ts'
import { parseCount, parseDuration } from '../option-values.ts'
import { showMessage } from '../show-message.ts'
import { showTimeout } from '../show-timeout.ts'
import { withFilters } from './mail.ts'

interface Options extends MessageFilter {
  readonly after?: string
  readonly count: number
  readonly claim?: boolean
  readonly timeout: number
}

const DEFAULT_TIMEOUT = 30

export function addWait(program: Command, begin: Begin): void {
  const wait = program
    .command('wait')
    .argument('<address>')
    .summary('Wait for a message, and show it.')
    .description(
      'Wait for a message that matches, and show it. One that is there already counts, unless --after says otherwise. Exits with 3 where none came in time, and says what came instead.',
    )
  withFilters(wait)
    .option('--timeout <time>', 'How long: 30, 90s, 2m.', parseDuration, DEFAULT_TIMEOUT)
    .option('--after <cursor>', 'Only what came after it: the cursor of an inbox or of the wait before.')
    .option('--count <count>', 'So many messages.', parseCount, 1)
    .option('--claim', 'Take it, so that no other claiming wait gets it.')
    .action(async (address: string, { timeout, ...options }: Options, command: Command) => {
      const { out, client } = begin(command)
      const waiting = client().wait(address, { ...options, timeout: timeout * 1_000 })
      const received = await showTimeout(out, out.whileWaiting(`Waiting for mail to ${address} …`, waiting))
      const messages = received.map(({ cursor: _, ...message }) => message)
      out.show({ status: 'received', messages, cursor: received[0]?.cursor }, () =>
        messages.flatMap((message, at) => [...(at === 0 ? [] : ['']), ...showMessage(message, out)]),
      )
    })
}
