import type { Command } from 'commander'
import type { Begin } from '../context.ts'
import { maskToken } from '../settings.ts'
import { showBytes } from '../show-bytes.ts'

export function addWhoami(program: Command, begin: Begin): void {
  program
    .command('whoami')
    .summary('Show the account that you work for.')
    .description('Show the server, the account that you work for, its plan, and what is used of it.')
    .action(async (_: object, command: Command) => {
      const { out, settings, client } = begin(command)
      const { url, token, tokenFrom } = settings
      const account = await client().account()
      const shown = maskToken(token ?? '')
      out.show({ url, token: shown, token_from: tokenFrom, account }, () => {
        const { limits, usage } = account
        return [
          `Server    ${url}`,
          `Account   ${account.id}`,
          `Plan      ${account.plan}`,
          `Inboxes   ${usage.inboxes} of ${limits.inboxes}`,
          `Storage   ${showBytes(usage.storedBytes)} of ${showBytes(limits.storedBytes)}`,
          `Token     ${shown}, from ${tokenFrom}`,
        ]
      })
    })
}
