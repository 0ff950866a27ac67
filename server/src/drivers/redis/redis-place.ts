/** Where a Redis server is, and as whom to enter. */
export interface RedisPlace {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly username: string | null
  readonly password: string | null
  readonly db: number
}

const DEFAULT_PORT = 6379
/** Redis has 16 unless its operator says otherwise, and nobody has asked for more than so many. */
const MAX_DB = 9_999

/** redis://user:password@host:port/db, or rediss:// for TLS. Null for anything else. */
export function parseRedisUrl(text: string): RedisPlace | null {
  const url = URL.parse(text)
  const db = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '-')?.[1]
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || db === undefined || Number(db) > MAX_DB) return null
  if (url.hostname === '' || url.search !== '' || url.hash !== '') return null
  const [username, password] = [decode(url.username), decode(url.password)]
  if (username === null || password === null) return null
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || DEFAULT_PORT),
    tls: url.protocol === 'rediss:',
    username: username || null,
    password: password || null,
    db: Number(db),
  }
}

/** For people: without what opens the door. */
export function describePlace({ host, port, db }: RedisPlace): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}${db === 0 ? '' : `, database ${db}`}`
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
