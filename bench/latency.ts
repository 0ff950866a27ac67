import { setTimeout as sleep } from 'node:timers/promises'
import { type WaitRoute, waitPath } from './addresses.ts'
import { answerQuestions } from './answer-questions.ts'
import { HttpGetter } from './http-getter.ts'
import { makeMailPool, type PooledMail } from './mail-pool.ts'
import { SmtpSender } from './smtp-sender.ts'
import { quantile } from './statistics.ts'

export interface LatencyJob {
  readonly smtpPort: number
  readonly httpPort: number
  readonly apiKey: string
  readonly mailsPerSecond: number
  readonly route: WaitRoute
  /** How many wait at once. */
  readonly waiters: number
  /** Each is waited at once and mailed once. All are claimed, and empty. */
  readonly addresses: readonly string[]
  readonly warmUpMails: number
  readonly mailBytes: number
}

export interface LatencyReport {
  readonly samples: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** Turns of a millisecond at which the sender was more than 5 mails behind its pace. */
  readonly late: number
  readonly errors: number
  readonly firstError: string | null
}

interface Armed {
  readonly address: string
  readonly since: number
  readonly answered: Promise<number>
}

const SENDERS = 20
const WAIT_SECONDS = 55
/** A request under way is not a waiter yet. */
const SETTLED_MS = 50
/** Who has no answer by then will have none. */
const PATIENCE_MS = 10_000

/** Sends at a fixed pace, each mail to an inbox that someone is waiting on. One process: one clock for both ends. */
async function measureLatency(job: LatencyJob): Promise<LatencyReport> {
  const senders = Array.from({ length: SENDERS }, () => new SmtpSender(job.smtpPort))
  const getters = Array.from({ length: job.waiters }, () => new HttpGetter(job.httpPort, job.apiKey))
  try {
    await Promise.all(senders.map((sender) => sender.open()))
    return await new Run(job, senders, getters).measure()
  } finally {
    for (const sender of senders) sender.destroy()
    for (const getter of getters) getter.close()
  }
}

class Run {
  readonly #job: LatencyJob
  readonly #pool: readonly PooledMail[]
  readonly #idle: SmtpSender[]
  readonly #getters: readonly HttpGetter[]
  readonly #armed: Armed[] = []
  readonly #samples: number[] = []
  #next = 0
  #late = 0
  #errors = 0
  #firstError: string | null = null

  constructor(job: LatencyJob, senders: SmtpSender[], getters: readonly HttpGetter[]) {
    this.#job = job
    this.#pool = makeMailPool(job.mailBytes)
    this.#idle = senders
    this.#getters = getters
  }

  async measure(): Promise<LatencyReport> {
    for (const getter of this.#getters) this.#arm(getter)
    await sleep(500)
    const sent = await this.#sendAll()
    await Promise.race([Promise.all(sent), sleep(PATIENCE_MS, null, { ref: false })])
    const missing = this.#job.addresses.length - this.#job.warmUpMails - this.#samples.length - this.#errors
    const sorted = this.#samples.toSorted((a, b) => a - b)
    return {
      samples: sorted.length,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      max: sorted.at(-1) ?? Number.NaN,
      late: this.#late,
      errors: this.#errors + Math.max(0, missing),
      firstError: this.#firstError ?? (missing > 0 ? `${missing} waiters had no answer.` : null),
    }
  }

  /** A waiter that has its mail waits at once for the next inbox. */
  #arm(getter: HttpGetter): void {
    const address = this.#job.addresses[this.#next++]
    if (address === undefined) return
    const answered = getter.get(waitPath(this.#job.route, address, WAIT_SECONDS)).then((length) => {
      const at = performance.now()
      // What says that there is none is shorter.
      if (length < this.#job.mailBytes / 2) throw new Error('A waiter was answered without a mail.')
      this.#arm(getter)
      return at
    })
    answered.catch((error: unknown) => this.#fail(error))
    this.#armed.push({ address, since: performance.now(), answered })
  }

  async #sendAll(): Promise<Promise<void>[]> {
    const { addresses, mailsPerSecond } = this.#job
    const sent: Promise<void>[] = []
    const begun = performance.now()
    const deadline = begun + (addresses.length / mailsPerSecond) * 2_000 + PATIENCE_MS
    while (sent.length < addresses.length && performance.now() < deadline && this.#errors === 0) {
      const due = Math.floor(((performance.now() - begun) / 1000) * mailsPerSecond)
      while (sent.length < Math.min(due, addresses.length) && this.#canSend()) sent.push(this.#sendOne(sent.length))
      if (sent.length + 5 < due) this.#late++
      await sleep(1)
    }
    return sent
  }

  #canSend(): boolean {
    const oldest = this.#armed[0]
    return oldest !== undefined && this.#idle.length > 0 && performance.now() - oldest.since > SETTLED_MS
  }

  async #sendOne(n: number): Promise<void> {
    const { address, answered } = this.#armed.shift() as Armed
    const sender = this.#idle.pop() as SmtpSender
    try {
      await sender.send(address, (this.#pool[n % this.#pool.length] as PooledMail).wire)
      const taken = performance.now()
      this.#idle.push(sender)
      const seen = await answered
      // The reader may have it before the sender hears of it: that is no time at all.
      if (n >= this.#job.warmUpMails) this.#samples.push(Math.max(0, seen - taken))
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#errors++
    this.#firstError ??= error instanceof Error ? error.message : String(error)
  }
}

answerQuestions(measureLatency)
