import type { Redis } from 'ioredis'
import type { Seats } from '../../domain/ports.ts'
import { PATIENCE_MS, Patience } from './patience.ts'
import type { RedisLink } from './redis-link.ts'

/** A seat whose node has not confirmed it for so long is free: it has crashed. */
const KEPT_MS = 60_000
const CONFIRM_MS = 20_000

/** By Redis's clock: those of the nodes may differ. */
const FORGET_OLD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)`
const CONFIRM = `${FORGET_OLD}
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`
const TAKE = `${FORGET_OLD}
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`
const TAKEN = `${FORGET_OLD}
return redis.call('ZCARD', KEYS[1])`

type Scripts = Redis & {
  seatTake(key: string, count: number, keptMs: number, seat: string): Promise<number>
  seatConfirm(key: string, keptMs: number, ...seats: readonly string[]): Promise<number>
  seatTaken(key: string): Promise<number>
}

/** Seats over all nodes. Where Redis does not answer, each node counts its own, and tells of them when it does again. */
export class RedisSeats implements Seats {
  readonly #link: RedisLink
  readonly #commands: Scripts
  readonly #patience: Patience
  /** Those that this node has taken. */
  readonly #own = new Map<string, Set<string>>()
  #count = 0

  constructor(link: RedisLink, patienceMs = PATIENCE_MS) {
    this.#link = link
    this.#patience = new Patience(link, patienceMs)
    const { commands } = link
    commands.defineCommand('seatTake', { numberOfKeys: 1, lua: TAKE })
    commands.defineCommand('seatConfirm', { numberOfKeys: 1, lua: CONFIRM })
    commands.defineCommand('seatTaken', { numberOfKeys: 1, lua: TAKEN })
    this.#commands = commands as Scripts
    setInterval(() => this.#confirm(), CONFIRM_MS).unref()
    link.watch({ changed: () => this.#confirm() })
  }

  async take(key: string, count: number): Promise<(() => void) | null> {
    const seat = `${this.#link.tag}:${++this.#count}`
    const own = this.#own.get(key) ?? new Set()
    const answer = await this.#patience.ask(() => this.#commands.seatTake(this.#name(key), count, KEPT_MS, seat))
    if (answer === null ? own.size >= count : answer === 0) return null
    this.#own.set(key, (this.#own.get(key) ?? own).add(seat))
    return () => this.#leave(key, seat)
  }

  async taken(key: string): Promise<number> {
    const answer = await this.#patience.ask(() => this.#commands.seatTaken(this.#name(key)))
    return answer ?? this.#own.get(key)?.size ?? 0
  }

  #leave(key: string, seat: string): void {
    const own = this.#own.get(key)
    own?.delete(seat)
    if (own?.size === 0) this.#own.delete(key)
    // Where it is not heard, the seat is free again when nobody has confirmed it for a while.
    if (this.#link.isHere) this.#commands.zrem(this.#name(key), seat).catch(() => undefined)
  }

  #confirm(): void {
    if (!this.#link.isHere) return
    for (const [key, seats] of this.#own) {
      this.#commands.seatConfirm(this.#name(key), KEPT_MS, ...seats).catch(() => undefined)
    }
  }

  #name(key: string): string {
    return `${this.#link.names.seats}:${key}`
  }
}
