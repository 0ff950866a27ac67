import type { MessageText, Rendition } from '../domain/message.ts'
import type { Deps } from './deps.ts'

/** Gives the parsed form of messages: made at the first reading, off the main thread, and kept in the store. */
export class Renditions {
  readonly #deps: Deps
  /** Readers that come at the same moment share one parse. */
  readonly #underWay = new Map<string, Promise<Rendition | null>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** In the order asked for; null where the message is gone. */
  async texts(inboxId: string, seqs: readonly number[]): Promise<readonly (MessageText | null)[]> {
    return this.#complete(inboxId, seqs, await this.#deps.store.texts(inboxId, seqs))
  }

  /** The same with all that is known, which costs more. */
  async whole(inboxId: string, seqs: readonly number[]): Promise<readonly (Rendition | null)[]> {
    return this.#complete(inboxId, seqs, await this.#deps.store.renditions(inboxId, seqs))
  }

  async #complete<T extends MessageText>(
    inboxId: string,
    seqs: readonly number[],
    kept: readonly (T | null)[],
  ): Promise<readonly (T | Rendition | null)[]> {
    const renditions: (T | Rendition | null)[] = [...kept]
    for (const [i, seq] of seqs.entries()) {
      // One after the other: a page of large mails must not be in memory all at once.
      renditions[i] ??= await this.#make(inboxId, seq)
    }
    return renditions
  }

  #make(inboxId: string, seq: number): Promise<Rendition | null> {
    const place = `${inboxId}:${seq}`
    let making = this.#underWay.get(place)
    if (!making) {
      making = this.#parse(inboxId, seq, () => this.#underWay.delete(place))
      this.#underWay.set(place, making)
    }
    return making
  }

  async #parse(inboxId: string, seq: number, done: () => void): Promise<Rendition | null> {
    try {
      const raw = await this.#deps.store.raw(inboxId, seq)
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
