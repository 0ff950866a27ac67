import { DomainError } from '../../domain/domain-error.ts'

const MAX_AT_ONCE = 10

/** Tests that are on their way, by account: an endpoint that hangs must not be the means to fill the sender. */
export class OpenTests {
  readonly #byAccount = new Map<string, number>()

  /** Throws rate_limited where there are too many. Call what it gives when the test is over. */
  enter(accountId: string): () => void {
    const count = this.#byAccount.get(accountId) ?? 0
    if (count >= MAX_AT_ONCE) {
      const detail = `${MAX_AT_ONCE} tests of your endpoints are on their way. Wait until one has ended.`
      throw new DomainError('rate_limited', detail, { retryAfter: 5 })
    }
    this.#byAccount.set(accountId, count + 1)
    let left = false
    return () => {
      if (!left) this.#leave(accountId)
      left = true
    }
  }

  #leave(accountId: string): void {
    const count = (this.#byAccount.get(accountId) ?? 1) - 1
    if (count > 0) this.#byAccount.set(accountId, count)
    else this.#byAccount.delete(accountId)
  }
}
