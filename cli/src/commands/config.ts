import type { Command } from 'commander'
import type { Begin } from '../context.ts'
import { maskToken } from '../settings.ts'

export function addConfig(program: Command, begin: Begin): void {
  program
    .command('config')
    .summary('Show what is set, and where.')
    .description(
      'Show which server and token are used, where each comes from, and where they are kept. Nothing is asked of the server.',
    )
    .action((_: object, command: Command) => {
      const { around, out, settings } = begin(command)
      const { url, urlFrom, tokenFrom } = settings
      const token = settings.token === null ? null : maskToken(settings.token)
      const value = { url, url_from: urlFrom, token, token_from: tokenFrom, config_file: around.configFile }
      out.show(value, () => [
        `Server   ${url} (${urlFrom})`,
        `Token    ${token === null ? 'none: run mayfly login, or set MAYFLY_API_KEY' : `${token} (${tokenFrom})`}`,
        `Kept in  ${around.configFile}`,
      ])
    })
}
