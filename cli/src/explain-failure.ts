import { CommanderError } from 'commander'
import { AuthenticationError, ConnectionError, InvalidRequestError, MayflyError } from './client.ts'
import { FAILED, MISUSED } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { plainText } from './plain-text.ts'
import type { Env } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

export interface Explained {
  /** What is wrong and what to do. */
  readonly text: string
  readonly exitCode: number
}

/** What the person reads on standard error, without a stack. */
export function explainFailure(error: unknown, env: Env): Explained {
  const { text, exitCode } = explain(error, env)
  // A server may have had a part in it.
  return { text: plainText(text), exitCode }
}

function explain(error: unknown, env: Env): Explained {
  if (error instanceof UsageError) return { text: error.message, exitCode: MISUSED }
  if (error instanceof Failure) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof InvalidRequestError) return explainRequest(error)
  if (error instanceof MayflyError) return { text: explainAnswer(error, env), exitCode: FAILED }
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const text = `${first.replace(/[.!?]?$/, '.')} This is a bug in mayfly; --debug shows where it happened.`
  return { text, exitCode: FAILED }
}

/** What is wrong with the request is wrong with the command line, unless the server only does not want it. */
function explainRequest({ message, errors, status }: InvalidRequestError): Explained {
  const details = errors.map(({ pointer, detail }) => `${pointer.replace(/^\//, '')} ${detail}`)
  const isTold = details.length === 0 || status === null
  return { text: isTold ? message : `${message} (${details.join('; ')})`, exitCode: status === 422 ? FAILED : MISUSED }
}

function explainAnswer(error: MayflyError, env: Env): string {
  if (error instanceof AuthenticationError) return explainKey(error, Boolean(env['MAYFLY_API_KEY']))
  // It speaks to programmers.
  if (error instanceof ConnectionError)
    return error.message.replace('as `url` or in MAYFLY_URL', 'with --url or in MAYFLY_URL')
  const isTheirs = error.status !== null && error.status >= 500
  return isTheirs && error.requestId !== null ? `${error.message} (${error.requestId})` : error.message
}

/** Where the key came from decides what to do about it. */
function explainKey({ code, status }: AuthenticationError, fromEnv: boolean): string {
  const unknown = status === null ? 'is no API key: those begin with tk_ or tkc_' : 'is not known to the server'
  const what = code === 'revoked_key' ? 'was revoked' : unknown
  return fromEnv
    ? `The key in MAYFLY_API_KEY ${what}. Set it to a valid one (mayfly key new NAME, or Settings, API keys), or unset it.`
    : `The token of this machine ${what}. Run mayfly login.`
}

/** The codes of commander that are no complaint. */
const ANSWERED = ['commander.help', 'commander.helpDisplayed', 'commander.version']

export function isAnswered(error: unknown): boolean {
  return error instanceof CommanderError && ANSWERED.includes(error.code)
}
