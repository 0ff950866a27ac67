import { readConfig } from './config-file.ts'
import type { Env } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

export const DEFAULT_URL = 'http://127.0.0.1:8025'

export interface Settings {
  readonly url: string
  readonly urlFrom: '--url' | 'MAYFLY_URL' | 'mayfly login' | 'default'
  readonly token: string | null
  readonly tokenFrom: 'MAYFLY_API_KEY' | 'mayfly login' | null
}

/** The flag, else the environment, else what `mayfly login` wrote down. */
export function readSettings(flagUrl: string | undefined, env: Env, configFile: string): Settings {
  const config = readConfig(configFile)
  const key = env['MAYFLY_API_KEY'] || null
  const place = findUrl(flagUrl, env, config.url)
  const kept = config.tokens[place.url] ?? null
  const token = key ?? kept
  const tokenFrom = key !== null ? 'MAYFLY_API_KEY' : kept !== null ? 'mayfly login' : null
  return { ...place, token, tokenFrom }
}

function findUrl(flag: string | undefined, env: Env, kept: string | undefined): Pick<Settings, 'url' | 'urlFrom'> {
  if (flag !== undefined) return { url: parseUrl(flag, '--url'), urlFrom: '--url' }
  const fromEnv = env['MAYFLY_URL']
  if (fromEnv) return { url: parseUrl(fromEnv, 'MAYFLY_URL'), urlFrom: 'MAYFLY_URL' }
  if (kept !== undefined) return { url: kept, urlFrom: 'mayfly login' }
  return { url: DEFAULT_URL, urlFrom: 'default' }
}

/** Without a slash at the end, so that one server has one name. */
function parseUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${name} is "${text}", and should be the address of a server, such as ${DEFAULT_URL}.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** What may be shown of a secret: what kind it is, and its end. */
export function maskToken(token: string): string {
  return `${token.split('_', 1)[0]}_…${token.slice(-4)}`
}
