/** How much of all arriving mail is in memory. Past the limit, mail goes to the disk as it comes. */
export class MemoryBudget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get exhausted(): boolean {
    return this.#used >= this.#limit
  }

  take(bytes: number): void {
    this.#used += bytes
  }

  release(bytes: number): void {
    this.#used -= bytes
  }
}
