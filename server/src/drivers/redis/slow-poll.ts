import type { Bells } from '../../lib/bells.ts'

const TICK_MS = 100
/** Few listeners are gone round in so many ticks: each is rung every two seconds. */
const TICKS_A_ROUND = 20
/** Many take longer, so that the store is asked no more than a thousand times a second. */
const MAX_A_TICK = 100

/** Rings everyone in turn, a few at a time: for when rings from elsewhere may have been lost. */
export class SlowPoll<K> {
  readonly #bells: Bells<K>
  #timer: NodeJS.Timeout | undefined
  /** Of this round. Whoever begins to listen meanwhile has just looked. */
  #left: K[] = []
  #goesOn = false

  constructor(bells: Bells<K>) {
    this.#bells = bells
  }

  /** Round after round, until `finish`. */
  begin(): void {
    this.#start(true)
  }

  /** Once more to everyone who listens now, and no further. */
  finish(): void {
    this.#start(false)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #start(goesOn: boolean): void {
    this.#goesOn = goesOn
    this.#left = [...this.#bells.keys()]
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref()
  }

  #tick(): void {
    const quota = Math.ceil(this.#bells.size / TICKS_A_ROUND)
    this.#bells.ring(this.#left.splice(-Math.min(MAX_A_TICK, Math.max(1, quota))))
    if (this.#left.length > 0) return
    if (this.#goesOn) this.#left = [...this.#bells.keys()]
    else this.stop()
  }
}
