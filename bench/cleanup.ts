/** What must be undone, whatever happens: last made, first undone. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = []
  #begun = false

  /** What is made while everything is being undone is undone at once. */
  add(step: () => Promise<void>): void {
    if (this.#begun) step().catch(() => undefined)
    else this.#steps.push(step)
  }

  async run(): Promise<void> {
    this.#begun = true
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => process.stderr.write(`bench: while clearing up: ${error}\n`))
    }
  }
}
