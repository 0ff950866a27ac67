import type { Service } from '../lib/lifecycle.ts'

/** Knows which services are open. */
export class Readiness {
  readonly #closed = new Set<string>()

  /** The same service, watched. It has only `stopMs` for its stop, so that those after it have time left. */
  watch(service: Service, stopMs: number): Service {
    const closed = this.#closed.add(service.name)
    return {
      name: service.name,
      async start() {
        await service.start()
        closed.delete(service.name)
      },
      stop(deadline) {
        closed.add(service.name)
        return service.stop(AbortSignal.any([deadline, AbortSignal.timeout(stopMs)]))
      },
    }
  }

  /** The names of what does not work. */
  async missing(ping: () => Promise<void>): Promise<readonly string[]> {
    const storeAnswers = await ping().then(
      () => true,
      () => false,
    )
    return [...(storeAnswers ? [] : ['store']), ...this.#closed]
  }
}
