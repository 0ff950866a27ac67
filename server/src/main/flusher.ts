import type { Mail } from '../app/mail.ts'
import type { Service } from '../lib/lifecycle.ts'
import type { Log } from './log.ts'
import { PeriodicTask } from './periodic-task.ts'

const EVERY_MS = 5_000

/** Writes down when keys and inboxes were last used: now and then, and when everything else has stopped. */
export class Flusher implements Service {
  readonly name = 'flusher'
  readonly #mail: Mail
  readonly #task: PeriodicTask

  constructor(mail: Mail, log: Log) {
    this.#mail = mail
    this.#task = new PeriodicTask({
      name: this.name,
      everyMs: EVERY_MS,
      run: () => mail.flush(),
      onError: (err) => log.error({ err }, 'could not note what was used'),
    })
  }

  start(): Promise<void> {
    return this.#task.start()
  }

  async stop(deadline: AbortSignal): Promise<void> {
    await this.#task.stop(deadline)
    await this.#mail.flush()
  }
}
