import type { AppendOutcome, Arrival, Store } from '../domain/ports.ts'

interface Waiting {
  readonly arrival: Arrival
  readonly resolve: (outcome: AppendOutcome) => void
  readonly reject: (error: unknown) => void
}

const MAX_BATCH = 128
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/** Group commit: whoever arrives while a commit is under way shares the next one. */
export class Intake {
  readonly #store: Store
  #waiting: Waiting[] = []
  #committing = false

  constructor(store: Store) {
    this.#store = store
  }

  append(arrival: Arrival): Promise<AppendOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendOutcome>()
    this.#waiting.push({ arrival, resolve, reject })
    if (!this.#committing) {
      this.#committing = true
      // Not at once: the sockets that are readable now may each have a mail for this commit.
      setImmediate(() => this.#commitAll())
    }
    return promise
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch()
      try {
        const outcomes = await this.#store.append(batch.map((waiting) => waiting.arrival))
        batch.forEach((waiting, i) => {
          waiting.resolve(outcomes[i] as AppendOutcome)
        })
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
    }
    this.#committing = false
  }

  #takeBatch(): Waiting[] {
    let count = 0
    let bytes = 0
    while (count < this.#waiting.length && count < MAX_BATCH) {
      const { raw } = (this.#waiting[count] as Waiting).arrival
      bytes += raw instanceof Uint8Array ? raw.byteLength : 0
      if (count > 0 && bytes > MAX_BATCH_BYTES) break
      count++
    }
    return this.#waiting.splice(0, count)
  }
}
