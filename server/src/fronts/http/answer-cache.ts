export interface CachedAnswer {
  readonly body: Buffer
  /** The Link header, where there is a next page. */
  readonly link: string | null
}

const MAX_BYTES = 64 * 1024 * 1024
/** A few answers of this size must not drive out a thousand small ones. */
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Answers by their ETag. A tag names the inbox, its revision and the question, so an entry is right for as long as
 * anybody can ask for it: when the inbox changes, its tag does. The one used longest ago goes first.
 */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>()
  #bytes = 0

  get(etag: string): CachedAnswer | undefined {
    const answer = this.#answers.get(etag)
    if (answer === undefined) return undefined
    this.#answers.delete(etag)
    this.#answers.set(etag, answer)
    return answer
  }

  set(etag: string, answer: CachedAnswer): void {
    if (answer.body.byteLength > MAX_ANSWER_BYTES) return
    this.#delete(etag)
    this.#answers.set(etag, answer)
    this.#bytes += answer.body.byteLength
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#delete(oldest)
    }
  }

  #delete(etag: string): void {
    this.#bytes -= this.#answers.get(etag)?.body.byteLength ?? 0
    this.#answers.delete(etag)
  }
}
