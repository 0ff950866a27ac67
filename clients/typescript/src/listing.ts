import type { Query } from './call.ts'
import { toCamelCase } from './camel-case.ts'
import { checkCount } from './check-arguments.ts'
import type { Transport } from './transport.ts'

export interface ListOptions {
  /** How many come with one request, 1 to 100. Default 50. */
  readonly pageSize?: number | undefined
  /** Where to go on: `nextCursor` of an earlier page. */
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Page<T> {
  readonly data: readonly T[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * A list that is read page by page, as far as you go. Nothing is asked for before you begin.
 *
 * ```ts
 * for await (const message of mayfly.messages.list(address)) console.log(message.subject)
 * ```
 */
export class Listing<T> implements AsyncIterable<T> {
  readonly #transport: Transport
  readonly #path: string
  readonly #query: Query
  readonly #options: ListOptions

  /** @internal */
  constructor(transport: Transport, path: string, query: Query, options: ListOptions) {
    if (options.pageSize !== undefined) checkCount(options.pageSize, 'pageSize', 1)
    this.#transport = transport
    this.#path = path
    this.#query = query
    this.#options = options
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Page by page, for a list of your own with a "more" at its end. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const { pageSize: limit, signal } = this.#options
    let cursor: string | null | undefined = this.#options.cursor
    do {
      const query: Query = { ...this.#query, limit, cursor: cursor ?? undefined }
      const page = toCamelCase(
        await this.#transport.json({ method: 'GET', path: this.#path, query, signal }),
      ) as Page<T>
      yield page
      cursor = page.nextCursor
    } while (cursor !== null)
  }

  /** All of it, or the first so many. */
  async toArray(atMost = Infinity): Promise<T[]> {
    const items: T[] = []
    if (atMost < 1) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= atMost) break
    }
    return items
  }
}
