import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Limiter, Seats, Wakeup } from '../domain/ports.ts'
import { MemoryLimiter } from '../drivers/memory/limiter.ts'
import { MemorySeats } from '../drivers/memory/seats.ts'
import { MemoryWakeup } from '../drivers/memory/wakeup.ts'
import type { RedisLink } from '../drivers/redis/redis-link.ts'
import { describePlace, type RedisPlace } from '../drivers/redis/redis-place.ts'
import type { Service } from '../lib/lifecycle.ts'
import type { Log } from './log.ts'
import { Unusable } from './unusable.ts'

/** What the nodes of one service have in common, beside the store. */
export interface Across {
  readonly wakeup: Wakeup
  readonly limiter: Limiter
  readonly seats: Seats
  readonly services: readonly Service[]
  /** What this node does without for now. */
  missing(): readonly string[]
}

/** How long a start waits to see whether Redis is there. */
const FIRST_LOOK_MS = 1_000

/** In process, or over Redis where there is one. */
export async function openAcross(place: RedisPlace | null, log: Log, registry: Registry): Promise<Across> {
  if (place === null) {
    return {
      wakeup: new MemoryWakeup(),
      limiter: new MemoryLimiter(),
      seats: new MemorySeats(),
      services: [],
      missing: () => [],
    }
  }
  // Loaded only where it is needed, so that the others start quickly.
  const [{ checkRedis }, { RedisLink }, { RedisWakeup }, { RedisLimiter }, { RedisSeats }] = await Promise.all([
    import('../drivers/redis/check-redis.ts'),
    import('../drivers/redis/redis-link.ts'),
    import('../drivers/redis/wakeup.ts'),
    import('../drivers/redis/limiter.ts'),
    import('../drivers/redis/seats.ts'),
  ])
  const complaint = await checkRedis(place)
  if (complaint !== null) throw new Unusable(complaint)
  const link = new RedisLink(place)
  const limiter = new RedisLimiter(link, new MemoryLimiter())
  measure(registry, link, limiter)
  return {
    wakeup: new RedisWakeup(link),
    limiter,
    seats: new RedisSeats(link),
    services: [{ name: link.name, start: () => start(link, place, log), stop: () => link.stop() }],
    missing: () => (link.isHere ? [] : ['redis']),
  }
}

/** Mail flows with Redis or without, so it is not waited for. */
async function start(link: RedisLink, place: RedisPlace, log: Log): Promise<void> {
  const { promise: here, resolve } = Promise.withResolvers<void>()
  let wasHere = false
  link.watch({
    changed: ({ isHere, trouble }) => {
      if (isHere) resolve()
      if (isHere === wasHere) return
      wasHere = isHere
      if (isHere) log.info({ redis: describePlace(place) }, 'redis is there')
      else sayAway(log, place, trouble)
    },
  })
  await link.start()
  await Promise.race([here, pause(FIRST_LOOK_MS, undefined, { ref: false })])
  if (!link.isHere) sayAway(log, place, link.trouble)
}

function sayAway(log: Log, place: RedisPlace, trouble: string): void {
  const text = 'redis is away: until it is back, limits are counted by each node, and waits look for mail now and then'
  log.warn({ redis: describePlace(place), trouble }, text)
}

function measure(registry: Registry, link: RedisLink, limiter: { readonly missed: number }): void {
  new Gauge({
    name: 'mayfly_redis_up',
    help: '1 while Redis answers, 0 while this node does without',
    registers: [registry],
    collect() {
      this.set(link.isHere ? 1 : 0)
    },
  })
  new Counter({
    name: 'mayfly_limits_counted_alone_total',
    help: 'Calls that this node counted by itself because Redis did not answer in time',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(limiter.missed)
    },
  })
}
