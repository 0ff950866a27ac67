export interface LoadReport {
  /** Mails taken, or requests answered. */
  readonly done: number
  readonly seconds: number
  /** Of mails: what was sent; of requests: the bodies that came back. */
  readonly bytes: number
  readonly errors: number
  readonly firstError: string | null
  /** What the load generator itself used of a processor, 1 being all of one. */
  readonly generatorCpu: number
}

const MAX_ERRORS = 50

/** Counts what a load generator does, and knows when it has done enough. */
export class LoadCount {
  readonly #begun = performance.now()
  readonly #cpu = process.cpuUsage()
  readonly #max: number
  readonly #maxMs: number
  #given = 0
  #done = 0
  #bytes = 0
  #errors = 0
  #firstError: string | null = null

  constructor(max: number, maxMs: number) {
    this.#max = max
    this.#maxMs = maxMs
  }

  /** The number of the next piece of work; null when it is enough, by count or by time. */
  take(): number | null {
    return this.enough ? null : this.#given++
  }

  get enough(): boolean {
    return this.#given >= this.#max || this.#errors >= MAX_ERRORS || performance.now() - this.#begun >= this.#maxMs
  }

  add(bytes: number): void {
    this.#done++
    this.#bytes += bytes
  }

  fail(error: unknown): void {
    this.#errors++
    this.#firstError ??= error instanceof Error ? error.message : String(error)
  }

  report(): LoadReport {
    const seconds = (performance.now() - this.#begun) / 1000
    const { user, system } = process.cpuUsage(this.#cpu)
    return {
      done: this.#done,
      seconds,
      bytes: this.#bytes,
      errors: this.#errors,
      firstError: this.#firstError,
      generatorCpu: (user + system) / 1e6 / seconds,
    }
  }
}
