import type { Mail } from '../app/mail.ts'
import type { Service } from '../lib/lifecycle.ts'
import type { Log } from './log.ts'
import { PeriodicTask } from './periodic-task.ts'

/** Within which a domain that another process has verified or removed is known here, and a check that is due begins. */
const EVERY_MS = 1_000

/** Knows which domains are served before the first mail comes, and looks at their records when it is time to. */
export class DomainWatch implements Service {
  readonly name = 'domains'
  readonly #mail: Mail
  readonly #tasks: readonly PeriodicTask[]

  constructor({ mail, log }: { readonly mail: Mail; readonly log: Log }) {
    this.#mail = mail
    const { domains } = mail
    const task = (name: string, run: (stopped: AbortSignal) => Promise<void>) =>
      new PeriodicTask({ name, everyMs: EVERY_MS, run, onError: (err) => log.error({ err }, `${name} failed`) })
    this.#tasks = [
      task('the look for changed domains', () => domains.refresh()),
      task('the look for domains to check', (stopped) => domains.beginChecks(stopped)),
    ]
  }

  async start(): Promise<void> {
    await this.#mail.domains.refresh()
    for (const task of this.#tasks) await task.start()
  }

  async stop(deadline: AbortSignal): Promise<void> {
    await Promise.all(this.#tasks.map((task) => task.stop(deadline)))
    await this.#mail.domains.checksSettled()
  }
}
