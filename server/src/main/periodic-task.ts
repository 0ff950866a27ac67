import type { Service } from '../lib/lifecycle.ts'

export interface PeriodicTaskOptions {
  readonly name: string
  readonly everyMs: number
  /** The signal aborts when the service is asked to stop. */
  readonly run: (stopped: AbortSignal) => Promise<void>
  readonly onError: (error: unknown, task: string) => void
}

/** Does something again and again. The pause begins when a run has ended, so that runs never overlap. */
export class PeriodicTask implements Service {
  readonly name: string
  readonly #options: PeriodicTaskOptions
  readonly #stopped = new AbortController()
  #loop: Promise<void> | null = null
  #endPause = (): void => undefined

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name
    this.#options = options
  }

  async start(): Promise<void> {
    this.#loop ??= this.#repeat()
  }

  async stop(_deadline: AbortSignal): Promise<void> {
    this.#stopped.abort()
    this.#endPause()
    await this.#loop
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      await this.#pause()
      if (signal.aborted) return
      try {
        await this.#options.run(signal)
      } catch (error) {
        this.#options.onError(error, this.name)
      }
    }
  }

  async #pause(): Promise<void> {
    if (this.#stopped.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#options.everyMs)
    timer.unref()
    this.#endPause = resolve
    await promise
    clearTimeout(timer)
  }
}
