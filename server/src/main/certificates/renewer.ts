import type { CertificateKeeper } from '../../app/certificates/certificate-keeper.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { Nudge } from '../../lib/nudge.ts'
import type { Log } from '../log.ts'

const AFTER_ERROR_MS = 60_000

/** Looks after the certificates that we order, from the moment at which everything runs. */
export class Renewer implements Service {
  readonly name = 'certificate renewal'
  readonly #keeper: CertificateKeeper
  readonly #log: Log
  readonly #stopped = new AbortController()
  readonly #nudge = new Nudge()
  #loop: Promise<void> | null = null

  constructor(keeper: CertificateKeeper, log: Log) {
    this.#keeper = keeper
    this.#log = log
  }

  async start(): Promise<void> {
    this.#loop ??= this.#repeat(this.#stopped.signal)
  }

  /** An order that is under way is given up: the next start goes on with it. */
  async stop(_deadline: AbortSignal): Promise<void> {
    this.#stopped.abort()
    this.#nudge.give()
    await this.#loop
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.#nudge.wait(await this.#look(signal))
  }

  async #look(signal: AbortSignal): Promise<number> {
    try {
      return await this.#keeper.look(signal)
    } catch (err) {
      this.#log.error({ err }, 'the look after certificates failed')
      return AFTER_ERROR_MS
    }
  }
}
