import type { Command } from 'commander'
import { Mayfly, MayflyError } from '../client.ts'
import { forgetToken, readConfig } from '../config-file.ts'
import type { Begin, Context } from '../context.ts'
import { revokeDevice } from '../revoke-device.ts'

export function addLogout(program: Command, begin: Begin): void {
  program
    .command('logout')
    .summary('Sign out on this machine.')
    .description(
      'Sign out on this machine: its token is revoked on the server, and forgotten here. An API key is only forgotten.',
    )
    .action(async (_: object, command: Command) => {
      const context = begin(command)
      const { around, out, settings } = context
      const { url } = settings
      const token = readConfig(around.configFile).tokens[url]
      if (token === undefined) {
        return out.show({ url, signed_out: false, revoked: false }, () => `You were not signed in to ${url}.`)
      }
      const revoked = token.startsWith('tkc_') && (await tryRevoking(context, token))
      forgetToken(around.configFile, url)
      out.show({ url, signed_out: true, revoked }, () => `Signed out of ${url}.`)
      if (settings.tokenFrom === 'MAYFLY_API_KEY') out.note('MAYFLY_API_KEY is still set, and goes on working.')
    })
}

/** Whatever the server says, the token is forgotten here; but whoever signs out should know that it may still work. */
async function tryRevoking({ around, out, settings }: Context, token: string): Promise<boolean> {
  try {
    const mayfly = new Mayfly({ apiKey: token, url: settings.url, maxRetries: 1 })
    if (await revokeDevice(mayfly, token, around.host)) return true
    out.complain('mayfly: this machine is not among the devices of the account. Look under Settings, Devices.')
  } catch (error) {
    if (!(error instanceof MayflyError)) throw error
    out.complain(`mayfly: the token was not revoked. ${error.message} Look under Settings, Devices.`)
  }
  return false
}
