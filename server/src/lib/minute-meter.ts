const SECONDS = 60

/** Counts what happened within the last minute, in steps of a second. */
export class MinuteMeter {
  readonly #now: () => number
  readonly #counts = new Float64Array(SECONDS)
  #second: number

  constructor(now: () => number) {
    this.#now = now
    this.#second = this.#current()
  }

  add(count = 1): void {
    this.#catchUp()
    const slot = this.#second % SECONDS
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count
  }

  get total(): number {
    this.#catchUp()
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  #current(): number {
    return Math.floor(this.#now() / 1_000)
  }

  /** Seconds in which nothing happened count for nothing; a clock that went back counts on where it was. */
  #catchUp(): void {
    const current = this.#current()
    const passed = Math.min(SECONDS, current - this.#second)
    for (let i = 0; i < passed; i++) this.#counts[(current - i) % SECONDS] = 0
    this.#second = Math.max(this.#second, current)
  }
}
