import { RecentCache } from '../../lib/recent-cache.ts'

export interface CachedAnswer {
  readonly body: Buffer
  /** The Link header, where there is a next page. */
  readonly link: string | null
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Answers by their ETag. A tag names the inbox, its revision and the question, so an entry is right for as long as
 * anybody can ask for it: when the inbox changes, its tag does.
 */
export class AnswerCache extends RecentCache<CachedAnswer> {
  constructor() {
    super({ maxWeight: MAX_BYTES, maxEach: MAX_ANSWER_BYTES, weigh: ({ body }) => body.byteLength })
  }
}
