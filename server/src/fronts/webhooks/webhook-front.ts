import type { Outbox } from '../../app/webhooks/outbox.ts'
import type { AttemptResult, ClaimedDelivery } from '../../domain/webhook-store.ts'
import type { Service } from '../../lib/lifecycle.ts'
import { Nudge } from '../../lib/nudge.ts'
import { buildDeliveryRequest } from './delivery-request.ts'
import type { Poster } from './poster.ts'
import type { WebhookLog } from './webhook-log.ts'

export interface WebhookFrontOptions {
  readonly outbox: Outbox
  readonly poster: Poster
  readonly log: WebhookLog
}

const MAX_IN_FLIGHT = 1_000
/** Looked at at least so often, should a bell be lost. */
const LONGEST_PAUSE_MS = 30_000
/** After a failure of the store. */
const REST_MS = 1_000

/** Sends webhooks: takes what is due, posts it, writes down what came of it. Whatever it holds, the store knows. */
export class WebhookFront implements Service {
  readonly name = 'webhooks'
  readonly #outbox: Outbox
  readonly #poster: Poster
  readonly #log: WebhookLog
  readonly #stopped = new AbortController()
  readonly #nudge = new Nudge()
  readonly #underWay = new Map<ClaimedDelivery, Promise<void>>()
  #finished: AttemptResult[] = []
  #loop: Promise<void> | null = null

  constructor({ outbox, poster, log }: WebhookFrontOptions) {
    this.#outbox = outbox
    this.#poster = poster
    this.#log = log
    log.watch({ inFlight: () => this.#underWay.size, backlog: () => outbox.backlog() })
  }

  async start(): Promise<void> {
    if (this.#loop) return
    void this.#heedBell()
    this.#loop = this.#run()
  }

  /** What is being sent is waited for; what has not ended by the deadline is given back, for the next sender. */
  async stop(deadline: AbortSignal): Promise<void> {
    this.#stopped.abort()
    this.#nudge.give()
    await this.#loop
    await Promise.race([Promise.all(this.#underWay.values()), aborted(deadline)])
    const left = [...this.#underWay.keys()]
    this.#poster.close()
    await this.#writeDown()
    if (left.length > 0) await this.#outbox.release(left)
  }

  async #heedBell(): Promise<void> {
    const bell = this.#outbox.listen(this.#stopped.signal)
    while (await bell.next()) this.#nudge.give()
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        await this.#writeDown()
        await this.#nudge.wait(await this.#takeUp())
      } catch (error) {
        this.#log.failed(error)
        await this.#nudge.wait(REST_MS)
      }
    }
  }

  /** Answers with how long nothing more can be done, if nothing happens. */
  async #takeUp(): Promise<number> {
    const room = MAX_IN_FLIGHT - this.#underWay.size
    if (room <= 0) return LONGEST_PAUSE_MS
    const claims = await this.#outbox.claim(room)
    for (const claim of claims) this.#underWay.set(claim, this.#send(claim))
    if (claims.length === room) return LONGEST_PAUSE_MS
    return Math.min(LONGEST_PAUSE_MS, (await this.#outbox.dueIn()) ?? LONGEST_PAUSE_MS)
  }

  async #send(claim: ClaimedDelivery): Promise<void> {
    try {
      const dispatch = await this.#outbox.prepare(claim)
      const post = await this.#poster.post({ url: claim.url, ...buildDeliveryRequest(dispatch) })
      if (post.kind === 'failed' && post.error === 'aborted') return
      this.#finished.push(this.#outbox.judge(dispatch, post))
      this.#nudge.give()
    } catch (error) {
      // Its claim ends by itself, and somebody tries again.
      this.#log.failed(error)
    } finally {
      this.#underWay.delete(claim)
    }
  }

  /** All that has ended, in one commit. What could not be written down stays for the next time. */
  async #writeDown(): Promise<void> {
    const results = this.#finished
    if (results.length === 0) return
    this.#finished = []
    try {
      const paused = await this.#outbox.record(results)
      this.#log.recorded(results, paused)
    } catch (error) {
      this.#finished.unshift(...results)
      throw error
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
