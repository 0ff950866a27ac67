import { toCamelCase } from './camel-case.ts'
import { checkCount, checkTime, refuse } from './check-arguments.ts'
import { Deadline } from './deadline.ts'
import { inboxPath } from './inboxes.ts'
import type { Message } from './message.ts'
import { filterQuery, type MessageFilter } from './message-filter.ts'
import type { Transport } from './transport.ts'
import { MAX_NEAR_MISSES, type NearMiss, type Refusal, WaitTimeout } from './wait-timeout.ts'

export interface WaitOptions extends MessageFilter {
  /**
   * The cursor of an inbox, of a received message or of a {@link WaitTimeout}: only what came after it counts, the first
   * of it. Without it, a message that is there already counts too, the newest first.
   */
  readonly after?: string | undefined
  /** Takes the message: it goes to one claiming wait alone, however many wait. Such a wait is not repeated once it is sent. */
  readonly claim?: boolean | undefined
  /** Milliseconds, as many as you like; zero only looks. Default 30,000. */
  readonly timeout?: number | undefined
  /** Ends the wait at once. It then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface WaitForManyOptions extends WaitOptions {
  /** How many messages to wait for, 1 to 100. */
  readonly count: number
}

export interface ReceivedMessage extends Message {
  /** How far the answer reaches: give it as `after`, and the next wait goes on from there. */
  readonly cursor: string
}

export const DEFAULT_WAIT = 30_000

type Answer =
  | { readonly status: 'received'; readonly messages: readonly Message[]; readonly cursor: string }
  | {
      readonly status: 'timeout'
      readonly cursor: string
      readonly nearMisses: readonly NearMiss[]
      readonly refused: readonly Refusal[]
    }

/** One wait, made of as many requests as it takes. Throws a {@link WaitTimeout}. */
export async function waitForMessages(
  transport: Transport,
  address: string,
  options: WaitOptions & { readonly count?: number | undefined },
): Promise<ReceivedMessage[]> {
  const { timeout = DEFAULT_WAIT, signal } = checked(options)
  const deadline = new Deadline(timeout)
  const misses = new Map<string, NearMiss>()
  let { after } = options
  for (;;) {
    const due = deadline.due()
    const answer = await ask(transport, address, { ...options, after }, deadline)
    const { cursor } = answer
    if (answer.status === 'received') return answer.messages.map((message) => ({ ...message, cursor }))
    for (const miss of answer.nearMisses) misses.set(miss.id, miss)
    after = cursor
    if (deadline.isOver) {
      const nearMisses = [...misses.values()].slice(-MAX_NEAR_MISSES)
      throw new WaitTimeout({ address, timeout, cursor, nearMisses, refused: answer.refused })
    }
    await deadline.restUntil(due, signal)
  }
}

async function ask(
  transport: Transport,
  address: string,
  options: WaitOptions & { readonly count?: number | undefined },
  deadline: Deadline,
): Promise<Answer> {
  const { after, count, claim, signal } = options
  const query = () => ({ ...filterQuery(options), after, count, claim, timeout: deadline.holdSeconds() })
  const call = { method: 'GET', path: `${inboxPath(address)}/wait`, query, hold: deadline.hold, signal } as const
  // What a broken connection has claimed is lost: another try would take another message.
  const repeatable = claim !== true
  return toCamelCase(await transport.json({ ...call, repeatable, deadline: deadline.lastTry })) as Answer
}

function checked<T extends WaitOptions & { readonly count?: number | undefined }>(options: T): T {
  const { timeout, count, claim } = options
  if (timeout !== undefined) checkTime(timeout, 'timeout')
  if (count !== undefined) checkCount(count, 'count', 1)
  if (claim && count !== undefined && count > 1) throw refuse('count', 'must be 1 with `claim`: take one at a time.')
  return options
}
