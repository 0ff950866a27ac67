import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { makeConnection } from './make-connection.ts'
import { namesOf } from './names.ts'
import { describePlace, type RedisPlace } from './redis-place.ts'

const CHECK_MS = 2_000
/** The first with users of their own. */
const OLDEST = 6

/**
 * Whether a Redis server that answers can be used: null, or a sentence that says what to do. One that does not answer is
 * away, and may come back.
 */
export async function checkRedis(place: RedisPlace): Promise<string | null> {
  const connection = makeConnection(place)
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  connection.on('error', fail)
  const tried = tryOut(connection, place).catch((error: unknown) => error as Error)
  const outcome = await Promise.race([failed, tried, pause(CHECK_MS, null, { ref: false })])
  connection.disconnect()
  if (outcome instanceof Error) return explain(outcome, place)
  return outcome
}

/** Does once what the server will do all the time. */
async function tryOut(connection: Redis, place: RedisPlace): Promise<string | null> {
  await connection.connect()
  const { rings, limits } = namesOf(place)
  await connection.eval("return redis.call('GET', KEYS[1])", 1, `${limits}:check`)
  // Too short to mean anything to anybody.
  await connection.publish(rings, '')
  const version = /^redis_version:(\d+)\.\S*/m.exec(await connection.info('server').catch(() => ''))
  if (version && Number(version[1]) < OLDEST) {
    return `Redis at ${describePlace(place)} is version ${version[0].slice('redis_version:'.length)}. Mayfly needs ${OLDEST} or newer.`
  }
  await connection.subscribe(rings)
  return null
}

/** Null for what may be over by itself. */
function explain({ message }: Error, place: RedisPlace): string | null {
  const where = `Redis at ${describePlace(place)}`
  if (/^(WRONGPASS|NOAUTH|ERR invalid password|ERR AUTH)/.test(message)) {
    return `${where} does not let this user in. Correct the user and the password in MAYFLY_REDIS_URL.`
  }
  if (/^ERR (DB index|invalid DB)/i.test(message)) {
    return `${where}: there is no such database. Correct the number at the end of MAYFLY_REDIS_URL.`
  }
  if (/^(NOPERM|No permissions)/.test(message)) {
    return `${where} does not let this user do what is needed (${firstLine(message)}). Give it the rights ~mayfly:* &mayfly:* +@all -@admin, or use another.`
  }
  if (/^(Unknown RESP type|Protocol error)/.test(message)) {
    return `What answers at ${describePlace(place)} is not Redis. Correct the host and the port in MAYFLY_REDIS_URL.`
  }
  if (/certificate|altnames/i.test(message)) {
    return `The certificate of ${where} is not trusted (${firstLine(message)}). Name its authority in NODE_EXTRA_CA_CERTS, or correct the host in MAYFLY_REDIS_URL.`
  }
  return null
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string
}
