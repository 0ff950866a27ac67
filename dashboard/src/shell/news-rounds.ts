import { refreshInbox } from '../api/inboxes.ts'
import { refreshNewest } from '../api/messages.ts'
import { mayPass } from '../api/problem.ts'

/** A mail shows at once, with those that come in the same moment. */
const SHORT_MS = 100
/** Where mail keeps coming, the rounds get rarer: reading it must not use up the plan's requests. */
const LONG_MS = 4_000
const AT_ONCE = 2

/** Reads inboxes with news again, each once for all that happened to it, a few at a time. */
export class NewsRounds {
  readonly #waiting = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #pause = SHORT_MS

  add(address: string): void {
    this.#waiting.add(address)
    this.#timer ??= setTimeout(() => this.#round(), SHORT_MS)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  async #round(): Promise<void> {
    const addresses = [...this.#waiting].slice(0, AT_ONCE)
    for (const address of addresses) this.#waiting.delete(address)
    try {
      await Promise.all(addresses.flatMap((address) => [refreshInbox(address), refreshNewest(address)]))
    } catch (error) {
      if (mayPass(error as Error)) for (const address of addresses) this.#waiting.add(address)
    }
    this.#timer = setTimeout(() => this.#goOn(), this.#pause)
  }

  #goOn(): void {
    this.#timer = null
    const isBusy = this.#waiting.size > 0
    this.#pause = isBusy ? Math.min(this.#pause * 2, LONG_MS) : SHORT_MS
    if (isBusy) void this.#round()
  }
}
