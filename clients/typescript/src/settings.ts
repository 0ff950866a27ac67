import { checkCount, checkTime, refuse } from './check-arguments.ts'
import type { DebugEvent } from './debug-event.ts'
import { AuthenticationError } from './errors.ts'

export interface MayflyOptions {
  /** `tk_…` or `tkc_…`. Without it, MAYFLY_API_KEY of the environment. */
  readonly apiKey?: string | undefined
  /** Where the service is. Without it, MAYFLY_URL of the environment, else `http://127.0.0.1:8025`. */
  readonly url?: string | URL | undefined
  /** What to send requests with in place of the global `fetch`. It must honour the signal that it is given. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** How often a call that is safe to repeat is tried again. Default 3. */
  readonly maxRetries?: number | undefined
  /** Milliseconds for one try, from its start to the last byte of the answer; a wait has its own on top. Default 30,000. */
  readonly timeout?: number | undefined
  /** Is told of every request, answer and retry. Never of keys, secrets or bodies. */
  readonly onDebug?: ((event: DebugEvent) => void) | undefined
}

export interface Settings {
  readonly apiKey: string
  /** Without a slash at its end. */
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  readonly maxRetries: number
  readonly timeout: number
  readonly onDebug: (event: DebugEvent) => void
}

const DEFAULT_URL = 'http://127.0.0.1:8025'
const DEFAULT_RETRIES = 3
const DEFAULT_TIMEOUT = 30_000
const KEY = /^tkc?_[0-9A-Za-z]+$/

export function readSettings(options: MayflyOptions): Settings {
  return {
    apiKey: readKey(options.apiKey ?? fromEnvironment('MAYFLY_API_KEY')),
    url: readUrl(String(options.url ?? fromEnvironment('MAYFLY_URL') ?? DEFAULT_URL)),
    // Called as a plain function: browsers refuse a `fetch` that is called as somebody's method.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    maxRetries: checkCount(options.maxRetries ?? DEFAULT_RETRIES, 'maxRetries'),
    timeout: checkTime(options.timeout ?? DEFAULT_TIMEOUT, 'timeout'),
    onDebug: options.onDebug ?? (() => undefined),
  }
}

/** Never shows the key that it refuses. */
function readKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    const advice = 'Set MAYFLY_API_KEY, or give `apiKey`. Keys are made in the dashboard under Settings, API keys.'
    throw new AuthenticationError(`There is no API key. ${advice}`, { code: 'missing_key' })
  }
  if (KEY.test(key)) return key
  const advice = 'A key is tk_ or tkc_ and letters and digits, without blanks or quotes around it.'
  throw new AuthenticationError(`This is not an API key. ${advice}`, { code: 'invalid_key' })
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw refuse('url', `must be an address such as https://mail.example.com, and is ${JSON.stringify(text)}.`)
  }
  if (url.username !== '' || url.password !== '') throw refuse('url', 'must not hold a password: the key is enough.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Node, Deno and Bun have one; browsers and workers have none. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}
