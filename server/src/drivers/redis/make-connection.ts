import { Redis } from 'ioredis'
import type { RedisPlace } from './redis-place.ts'

const CONNECT_MS = 2_000
const LONGEST_PAUSE_MS = 1_000

/**
 * Not connected yet. One that keeps nothing for later: what cannot be said now is not worth saying, and is refused at
 * once. Where it is lost it is made again, for ever.
 */
export function makeConnection({ host, port, tls, username, password, db }: RedisPlace): Redis {
  return new Redis({
    host,
    port,
    db,
    ...(tls && { tls: {} }),
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    // What every server understands, and every proxy.
    protocol: 2,
    connectionName: 'mayflyd',
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    disconnectTimeout: 100,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: pauseBefore,
  })
}

/** Never the same on two nodes: they would all come at once to a server that has just started. */
function pauseBefore(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2)
}
