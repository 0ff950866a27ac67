import type { ServerResponse } from 'node:http'
import { GONE } from '../../app/message-wait.ts'

/** The time is up, the front stops, or the wait is done. */
const OVER = 'over'

/** The requests whose answer is held back until mail comes. Each costs one controller and one timer. */
export class HeldRequests {
  readonly #open = new Set<AbortController>()
  #ended = false

  get count(): number {
    return this.#open.size
  }

  /** The signal aborts when the time is up (with 0 seconds: at once), the client has gone, or the front stops. */
  async hold<T>(response: ServerResponse, seconds: number, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    // With reasons of their own: without one, each abort would make a DOMException with a stack.
    const end = (): void => controller.abort(OVER)
    const leave = (): void => controller.abort(GONE)
    const timer = setTimeout(end, seconds * 1_000)
    // Not `once`, which would wrap it: it is taken off below.
    response.on('close', leave)
    this.#open.add(controller)
    if (response.destroyed) leave()
    if (this.#ended || seconds === 0) end()
    try {
      return await wait(controller.signal)
    } finally {
      clearTimeout(timer)
      response.off('close', leave)
      this.#open.delete(controller)
      // Whoever listens for mail does so until the signal aborts.
      end()
    }
  }

  /** From now on nothing is held: clients get their empty answer and ask whoever serves next. */
  endAll(): void {
    this.#ended = true
    for (const controller of this.#open) controller.abort(OVER)
  }
}
