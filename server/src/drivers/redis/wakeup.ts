import type { Bell, Wakeup, Watcher } from '../../domain/ports.ts'
import { Bells } from '../../lib/bells.ts'
import { markOf } from './mark-of.ts'
import type { RedisLink } from './redis-link.ts'
import { RingPost } from './ring-post.ts'
import { SlowPoll } from './slow-poll.ts'

/**
 * Wake-ups on every node. Who listens here is rung at once, and others are told. While not every node can be heard,
 * those who listen are rung now and then; and once more when it is over, for what was lost meanwhile.
 */
export class RedisWakeup implements Wakeup {
  readonly #bells = new Bells<number>()
  readonly #post: RingPost
  readonly #poll: SlowPoll<number>

  constructor(link: RedisLink) {
    this.#post = new RingPost(link)
    this.#poll = new SlowPoll(this.#bells)
    this.#poll.begin()
    link.watch({
      heard: (marks) => this.#hear(marks),
      changed: ({ isWhole }) => {
        if (isWhole) this.#poll.finish()
        else this.#poll.begin()
        this.#post.wake()
      },
      leaving: async () => {
        await this.#post.flush()
      },
    })
  }

  /** How many bells somebody listens to. */
  get size(): number {
    return this.#bells.size
  }

  ring(ids: Iterable<string>): void {
    for (const id of ids) {
      const mark = markOf(id)
      this.#bells.ring([mark])
      this.#post.add(mark)
    }
  }

  ringOne(id: string): void {
    const mark = markOf(id)
    if (this.#bells.has(mark)) this.#bells.ring([mark])
    else this.#post.add(mark)
  }

  listen(ids: readonly string[], signal: AbortSignal): Bell {
    return this.#bells.listen(ids.map(markOf), signal)
  }

  watch(id: string, watcher: Watcher): void {
    this.#bells.watch(markOf(id), watcher)
  }

  unwatch(id: string, watcher: Watcher): void {
    this.#bells.unwatch(markOf(id), watcher)
  }

  #hear(marks: readonly number[]): void {
    if (marks.length === 0) this.#poll.finish()
    else this.#bells.ring(marks)
  }
}
