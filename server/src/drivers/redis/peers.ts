/** A node says every second that it is there. One that has not for so long cannot be heard. */
export const LATE_MS = 3_000
/** A node that has been silent for so long is taken for gone rather than cut off. */
const GONE_MS = 10 * 60_000
const MAX_PEERS = 1_000

/** The nodes that have been heard of, this one among them, and when they were last. */
export class Peers {
  readonly #heard = new Map<number, number>()

  heard(tag: number, now: number): void {
    this.#heard.delete(tag)
    if (this.#heard.size >= MAX_PEERS) this.#heard.delete(this.#heard.keys().next().value as number)
    this.#heard.set(tag, now)
  }

  /** It has said good-bye. */
  left(tag: number): void {
    this.#heard.delete(tag)
  }

  isHeard(tag: number, now: number): boolean {
    return now - (this.#heard.get(tag) ?? Number.NEGATIVE_INFINITY) < LATE_MS
  }

  /** Whether one has fallen silent without a good-bye: it may be at work where its rings cannot be heard. */
  isOneMissing(now: number): boolean {
    for (const [tag, at] of this.#heard) if (now - at >= GONE_MS) this.#heard.delete(tag)
    return this.#heard.values().some((at) => now - at >= LATE_MS)
  }
}
