/**
 * The calls of older clients that are under way, by account, client and number. These clients cancel with a request of its
 * own, and no two of them share a name: it is drawn when they say hello.
 */
export class OpenCalls {
  readonly #calls = new Map<string, AbortController>()

  get count(): number {
    return this.#calls.size
  }

  /** The signal aborts when the call is cancelled. It is forgotten once `ended` aborts. */
  add(name: string, ended: AbortSignal): AbortSignal {
    const controller = new AbortController()
    this.#calls.set(name, controller)
    ended.addEventListener('abort', () => this.#forget(name, controller), { once: true })
    return controller.signal
  }

  cancel(name: string): void {
    this.#calls.get(name)?.abort()
  }

  #forget(name: string, controller: AbortController): void {
    if (this.#calls.get(name) === controller) this.#calls.delete(name)
  }
}
