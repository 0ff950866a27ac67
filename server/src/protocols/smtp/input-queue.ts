/** Received bytes, read from the front: `chunk` from `at` on. */
export class InputQueue {
  #chunks: Buffer[] = []
  #at = 0

  /** The chunk with the next unread byte, undefined when all is read. */
  get chunk(): Buffer | undefined {
    let first = this.#chunks[0]
    while (first !== undefined && this.#at >= first.length) {
      this.#chunks.shift()
      this.#at = 0
      first = this.#chunks[0]
    }
    return first
  }

  get at(): number {
    return this.#at
  }

  get buffered(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, -this.#at)
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  skipTo(at: number): void {
    this.#at = at
  }

  clear(): void {
    this.#chunks = []
    this.#at = 0
  }
}
