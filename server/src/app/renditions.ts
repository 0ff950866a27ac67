import type { MessageText, Rendition } from '../domain/message.ts'
import type { Deps } from './deps.ts'

/** Messages whose parse is begun before anybody asks; beyond that, whoever asks begins it. */
const MAX_AHEAD = 64

/** Gives the parsed form of messages: made at the first reading, off the main thread, and kept in the store. */
export class Renditions {
  readonly #deps: Deps
  /** Until it is kept: readers that come at the same moment share one parse. */
  readonly #underWay = new Map<string, Promise<Rendition | null>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** In the order asked for; null where the message is gone. */
  texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]> {
    return this.#complete(inboxId, seqs, (asked) => this.#deps.store.texts(inboxId, asked))
  }

  /** The same with all that is known, which costs more. */
  whole(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]> {
    return this.#complete(inboxId, seqs, (asked) => this.#deps.store.renditions(inboxId, asked))
  }

  /** Parses this message now, so that whoever asks for it soon need not wait as long. `raw` stays the caller's. */
  begin(inboxId: string, seq: number, raw: Uint8Array): void {
    if (this.#underWay.size >= MAX_AHEAD) return
    const source = new Uint8Array(raw)
    this.#make(inboxId, seq, async () => source).catch((error: unknown) =>
      this.#deps.onBackgroundError(error, 'parse a mail ahead'),
    )
  }

  async #complete<T extends MessageText>(
    inboxId: string,
    seqs: readonly number[],
    read: (seqs: readonly number[]) => Promise<readonly (T | null)[]>,
  ): Promise<readonly (T | Rendition | null)[]> {
    const underWay = seqs.map((seq) => this.#underWay.get(placeOf(inboxId, seq)))
    const asked = seqs.filter((_, i) => !underWay[i])
    const kept = asked.length > 0 ? (await read(asked)).values() : [].values()
    const renditions: (T | Rendition | null)[] = []
    for (const [i, seq] of seqs.entries()) {
      const making = underWay[i]
      // One after the other: a page of large mails must not be in memory all at once.
      renditions.push(making ? await making : (kept.next().value ?? (await this.#make(inboxId, seq))))
    }
    return renditions
  }

  #make(inboxId: string, seq: number, read = () => this.#deps.store.raw(inboxId, seq)): Promise<Rendition | null> {
    const place = placeOf(inboxId, seq)
    let making = this.#underWay.get(place)
    if (!making) {
      making = this.#parse(inboxId, seq, read, () => this.#underWay.delete(place))
      this.#underWay.set(place, making)
    }
    return making
  }

  async #parse(
    inboxId: string,
    seq: number,
    read: () => Promise<Uint8Array | null>,
    done: () => void,
  ): Promise<Rendition | null> {
    try {
      const raw = await read()
      if (!raw) {
        done()
        return null
      }
      const rendition = await this.#deps.mime.parse(raw)
      // No reader waits for this. What could not be kept is parsed again by the next one.
      this.#deps.store
        .saveRendition(inboxId, seq, rendition)
        .catch((error: unknown) => this.#deps.onBackgroundError(error, 'save a rendition'))
        .finally(done)
      return rendition
    } catch (error) {
      done()
      throw error
    }
  }
}

function placeOf(inboxId: string, seq: number): string {
  return `${inboxId}:${seq}`
}
