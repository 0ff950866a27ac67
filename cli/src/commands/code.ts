import type { Command } from 'commander'
import type { MessageFilter } from '../client.ts'
import type { Begin } from '../context.ts'
import { parseDuration } from '../option-values.ts'
import { plainLine } from '../plain-text.ts'
import { showTimeout } from '../show-timeout.ts'

interface Options extends Pick<MessageFilter, 'from' | 'subject'> {
  readonly after?: string
  readonly timeout: number
}

const DEFAULT_TIMEOUT = 30

export function addCode(program: Command, begin: Begin): void {
  program
    .command('code')
    .argument('<address>')
    .summary('Wait for a one-time code, and print it.')
    .description(
      'Wait for a message with a one-time code, and print the code alone: OTP=$(mayfly code signup@mayfly.test). Exits with 3 where none came in time.',
    )
    .option('--from <text>', "Part of the sender's address.")
    .option('--subject <text>', 'Part of the subject.')
    .option('--timeout <time>', 'How long: 30, 90s, 2m.', parseDuration, DEFAULT_TIMEOUT)
    .option('--after <cursor>', 'Only what came after it: the cursor of an inbox or of a wait.')
    .action(async (address: string, { timeout, ...options }: Options, command: Command) => {
      const { out, client } = begin(command)
      const waiting = client().wait(address, { ...options, has: 'code', timeout: timeout * 1_000 })
      const message = await showTimeout(out, out.whileWaiting(`Waiting for a code to ${address} …`, waiting))
      const { id: messageId, from, codes, cursor } = message
      const code = codes.find(({ superseded }) => !superseded) ?? codes[0]
      if (code === undefined) throw new Error(`${messageId} was said to have a code, and has none.`)
      const { value, confidence } = code
      out.show({ code: value, confidence, messageId, from, cursor }, () => plainLine(value))
    })
}
