import type { Command } from 'commander'
import { type DebugEvent, Mayfly } from './client.ts'
import { Failure } from './failure.ts'
import { Output } from './output.ts'
import { readSettings, type Settings } from './settings.ts'
import type { Surroundings } from './surroundings.ts'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  readonly url?: string
  readonly debug?: boolean
}

/** What every command works with. */
export interface Context {
  readonly around: Surroundings
  readonly out: Output
  readonly settings: Settings
  /** Signed in, or a failure that says how to be. */
  readonly client: (onDebug?: OnDebug) => Mayfly
}

type OnDebug = (event: DebugEvent) => void

export type Begin = (command: Command) => Context

export function makeBegin(around: Surroundings): Begin {
  return (command) => {
    const { json = false, url, debug = false } = command.optsWithGlobals<GlobalOptions>()
    const out = new Output(around, json)
    const settings = readSettings(url, around.env, around.configFile)
    const client = (onDebug?: OnDebug) =>
      connect(settings, (event) => {
        if (debug) out.complain(tell(event))
        onDebug?.(event)
      })
    return { around, out, settings, client }
  }
}

function connect({ url, token }: Settings, onDebug: OnDebug): Mayfly {
  if (token === null) {
    throw new Failure(`You are not signed in to ${url}. Run mayfly login, or set MAYFLY_API_KEY.`)
  }
  return new Mayfly({ apiKey: token, url, onDebug })
}

function tell(event: DebugEvent): string {
  const { method, path, attempt } = event
  const what = `debug: ${method} ${path}${attempt === 1 ? '' : ` (try ${attempt})`}`
  if (event.type === 'response')
    return `${what}: ${event.status} in ${event.milliseconds} ms, ${event.requestId ?? 'no id'}`
  return event.type === 'retry' ? `${what}: ${event.reason}, again in ${Math.round(event.delay)} ms` : what
}
