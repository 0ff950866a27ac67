import type { Mail } from '../app/mail.ts'
import type { Service } from '../lib/lifecycle.ts'
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.ts'

/** A node that dies is followed by another after its next turn would have been, and so long. */
const MARGIN_MS = 10_000

export interface ElectedTaskOptions extends PeriodicTaskOptions {
  readonly mail: Mail
}

/**
 * A periodic task that one node does for all. For what may be done twice, but need not be: a run that takes very long may
 * see another node begin the next.
 */
export class ElectedTask implements Service {
  readonly name: string
  readonly #mail: Mail
  readonly #task: PeriodicTask

  constructor({ mail, ...options }: ElectedTaskOptions) {
    this.name = options.name
    this.#mail = mail
    this.#task = new PeriodicTask({
      ...options,
      async run(stopped) {
        if (await mail.lead(options.name, 2 * options.everyMs + MARGIN_MS)) await options.run(stopped)
      },
    })
  }

  start(): Promise<void> {
    return this.#task.start()
  }

  /** Another node may go on at once. */
  async stop(deadline: AbortSignal): Promise<void> {
    await this.#task.stop(deadline)
    await this.#mail.follow(this.name)
  }
}
