import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { AuthenticationError, Mayfly, PermissionDeniedError } from '../client.ts'
import { keepToken } from '../config-file.ts'
import type { Begin, Context } from '../context.ts'
import { askForCode, pollForToken } from '../device-login.ts'
import { Failure } from '../failure.ts'
import { openBrowser } from '../open-browser.ts'
import { plainLine } from '../plain-text.ts'
import { maskToken } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

interface Options {
  readonly withToken?: boolean
  readonly browser: boolean
}

export function addLogin(program: Command, begin: Begin): void {
  program
    .command('login')
    .summary('Sign in on this machine.')
    .description(
      'Sign in on this machine. Shows a code and an address; the page there asks whether it is you, and lets this machine in. The token is kept for this user alone, and can be revoked under Settings, Devices.',
    )
    .option('--with-token', 'Read an API key or a token from standard input instead.')
    .option('--no-browser', 'Do not open the page; only show its address.')
    .action(async (options: Options, command: Command) => {
      const context = begin(command)
      const token = options.withToken ? await readToken(context) : await askPerson(context, options.browser)
      const { out, around, settings } = context
      keepToken(around.configFile, settings.url, token)
      out.event(
        { status: 'signed_in', url: settings.url, token: maskToken(token) },
        () => `Signed in to ${settings.url}.`,
      )
      if (settings.tokenFrom === 'MAYFLY_API_KEY')
        out.note('MAYFLY_API_KEY is set, and is used in its place until you unset it.')
    })
}

/** RFC 8628 §3.3: the code and the address are shown in any case, the browser is a convenience. */
async function askPerson({ around, out, settings }: Context, mayOpen: boolean): Promise<string> {
  const { host, system } = around
  const ask = await askForCode(settings.url, { host, system })
  const { device_code: _, ...shown } = ask
  const page = ask.verification_uri_complete ?? ask.verification_uri
  if (out.json) out.event(shown, () => '')
  out.note(
    `Your code is ${plainLine(ask.user_code)}. Compare it on this page, and let this machine in:\n  ${plainLine(page)}`,
  )
  if (mayOpen && out.isTerminal && (await openBrowser(around, page))) out.note('The page is opening in your browser.')
  return out.whileWaiting('Waiting for you to approve it …', pollForToken(settings.url, ask))
}

/** The key is tried before it is kept. */
async function readToken({ around, settings }: Context): Promise<string> {
  if (around.stdin.isTTY)
    throw new UsageError('Give the token on standard input: mayfly login --with-token < token.txt')
  const token = (await text(around.stdin)).trim()
  if (!/^tkc?_[0-9A-Za-z]+$/.test(token)) {
    throw new Failure(
      'What came on standard input is no API key: those begin with tk_ or tkc_. Make one under Settings, API keys.',
    )
  }
  try {
    await new Mayfly({ apiKey: token, url: settings.url }).account()
  } catch (error) {
    if (error instanceof AuthenticationError)
      throw new Failure(
        `${settings.url} does not know this key, or it is revoked. Make a new one under Settings, API keys.`,
      )
    // A key that may not see the account is a good key all the same.
    if (!(error instanceof PermissionDeniedError)) throw error
  }
  return token
}
