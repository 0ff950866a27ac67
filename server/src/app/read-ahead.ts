import type { Placed } from '../domain/ports.ts'
import type { OpenWaits } from './open-waits.ts'
import type { Renditions } from './renditions.ts'

/** What is larger is read from the store, when its turn has come. */
const MAX_BYTES = 256 * 1024

/** Begins to parse mail that somebody waits for while its source is still at hand. */
export class ReadAhead {
  readonly #waits: OpenWaits
  readonly #renditions: Renditions

  constructor(waits: OpenWaits, renditions: Renditions) {
    this.#waits = waits
    this.#renditions = renditions
  }

  /** `raw` stays the caller's. */
  begin(placed: readonly Placed[], raw: Uint8Array): void {
    if (raw.byteLength > MAX_BYTES) return
    for (const { inboxId, seq } of placed) {
      if (this.#waits.areFor(inboxId)) this.#renditions.begin(inboxId, seq, raw)
    }
  }
}
