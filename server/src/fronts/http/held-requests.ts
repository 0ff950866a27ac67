import type { ServerResponse } from 'node:http'

/** The requests whose answer is held back until mail comes. Each costs one controller and one timer. */
export class HeldRequests {
  readonly #open = new Set<AbortController>()
  #ended = false

  get count(): number {
    return this.#open.size
  }

  /** The signal aborts when the time is up, the client has gone, or the front stops. */
  async hold<T>(response: ServerResponse, seconds: number, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    // With a reason of its own: without one, each abort would make a DOMException with a stack.
    const end = (): void => controller.abort('over')
    const timer = setTimeout(end, seconds * 1_000)
    response.once('close', end)
    this.#open.add(controller)
    if (this.#ended || response.destroyed) end()
    try {
      return await wait(controller.signal)
    } finally {
      clearTimeout(timer)
      response.off('close', end)
      this.#open.delete(controller)
      // Whoever listens for mail does so until the signal aborts.
      end()
    }
  }

  /** From now on nothing is held: clients get their empty answer and ask whoever serves next. */
  endAll(): void {
    this.#ended = true
    for (const controller of this.#open) controller.abort('over')
  }
}
