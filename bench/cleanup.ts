/** What must be undone, whatever happens: last made, first undone. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = []

  add(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => process.stderr.write(`bench: while clearing up: ${error}\n`))
    }
  }
}
