/** Wakes one waiter. A nudge that is given while nobody waits is remembered for the next one. */
export class Nudge {
  #given = false
  #wake: (() => void) | null = null

  give(): void {
    this.#given = true
    this.#wake?.()
  }

  /** Until a nudge is given, or so many milliseconds have passed. */
  async wait(ms: number): Promise<void> {
    if (!this.#given) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      this.#wake = resolve
      await promise
      clearTimeout(timer)
      this.#wake = null
    }
    this.#given = false
  }
}
