import type { RedisPlace } from './redis-place.ts'

/** What things are called in Redis. Channels are shared by all databases of a server, so they name theirs. */
export function namesOf({ db }: RedisPlace) {
  return {
    /** Which bells were rung. */
    rings: `mayfly:${db}:rings`,
    /** That a node is there. */
    beats: `mayfly:${db}:beats`,
    /** A window of a limit. */
    limits: 'mayfly:limit',
    /** What is taken of a number of seats. */
    seats: 'mayfly:seats',
  } as const
}

export type Names = ReturnType<typeof namesOf>
