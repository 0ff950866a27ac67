import type { Command } from 'commander'
import type { Begin } from '../context.ts'
import { openBrowser } from '../open-browser.ts'
import { UsageError } from '../usage-error.ts'

export function addOpen(program: Command, begin: Begin): void {
  program
    .command('open')
    .argument('<address>')
    .summary('Open the page of an inbox in the browser.')
    .description('Open the page of an inbox in the browser. Where there is none, its address is printed.')
    .action(async (address: string, _: object, command: Command) => {
      const { around, out, settings } = begin(command)
      if (!/^[^@\s]+@[^@\s]+$/.test(address))
        throw new UsageError(`"${address}" is no inbox. Type: mayfly open name@domain`)
      const url = `${settings.url}/inboxes/${encodeURIComponent(address).replace('%40', '@')}`
      const opened = await openBrowser(around, url)
      out.show({ url, opened }, () => url)
    })
}
