import { toCamelCase } from './camel-case.ts'
import { checkAddress } from './check-arguments.ts'
import { ConnectionError, MayflyError } from './errors.ts'
import { EventStreamParser, type StreamBlock } from './event-stream-parser.ts'
import { pause } from './pause.ts'
import { delayAfter, isTransient } from './retry-policy.ts'
import type { Transport } from './transport.ts'
import type { InboxCreated, MessageReceived } from './webhook.ts'

/** Something that happened in your account. */
export type MayflyEvent =
  | { readonly id: string; readonly event: 'message.received'; readonly data: MessageReceived }
  | { readonly id: string; readonly event: 'inbox.created'; readonly data: InboxCreated }

export interface EventsOptions {
  /** Only the events of this address. */
  readonly inbox?: string | undefined
  /** The `id` of an event: what came after it comes first. Without it, what happens from now on. */
  readonly lastEventId?: string | undefined
  /** Ends the iteration, which then throws the signal's reason. Leaving the loop ends it too. */
  readonly signal?: AbortSignal | undefined
  /** Is called each time the stream stands, with the id of where it is: what happens from then on is seen. */
  readonly onOpen?: ((lastEventId: string) => void) | undefined
}

/** The service says something every 15 seconds: after this much silence the connection is dead. */
const LONGEST_SILENCE = 45_000
const DEFAULT_RETRY = 2_000

/** Follows the account's events over any number of connections, each going on where the one before ended. */
export async function* followEvents(
  transport: Transport,
  options: EventsOptions,
): AsyncGenerator<MayflyEvent, void, undefined> {
  const place = { id: options.lastEventId ?? null, retry: DEFAULT_RETRY, failures: 0, wasOpen: false }
  const inbox = options.inbox === undefined ? undefined : checkAddress(options.inbox)
  for (;;) {
    let delay: number
    try {
      for await (const { id, event, data, retry } of readOnce(transport, { ...options, inbox }, place.id)) {
        if (id !== null && data === null) options.onOpen?.(id)
        Object.assign(place, { id: id ?? place.id, retry: retry ?? place.retry, failures: 0, wasOpen: true })
        if (data !== null) yield readEvent(place.id, event, data)
      }
      delay = place.retry
    } catch (error) {
      // Whether it can be reached at all is known once it was: until then, an error is an answer.
      if (!place.wasOpen || !isTransient(error)) throw error
      place.failures++
      delay = Math.max(place.retry, delayAfter(place.failures, error) ?? 0)
    }
    await pause(delay, options.signal)
  }
}

/** One connection, until it ends. */
async function* readOnce(
  transport: Transport,
  { inbox, signal }: EventsOptions,
  lastEventId: string | null,
): AsyncGenerator<StreamBlock, void, undefined> {
  const headers = { accept: 'text/event-stream', ...(lastEventId !== null && { 'last-event-id': lastEventId }) }
  const { body, attempt } = await transport.open({
    method: 'GET',
    path: '/v1/events',
    query: { inbox },
    headers,
    signal,
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = new EventStreamParser()
  try {
    for (;;) {
      attempt.expectWithin(LONGEST_SILENCE)
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw attempt.failure(error)
      })
      if (done) return
      yield* readBlocks(parser, decoder.decode(value, { stream: true }))
    }
  } finally {
    attempt.close()
  }
}

function readEvent(id: string | null, event: string, data: string): MayflyEvent {
  try {
    return { id, event, data: toCamelCase(JSON.parse(data)) } as MayflyEvent
  } catch (cause) {
    throw new MayflyError('The event is not JSON.', { code: 'unexpected_answer', cause })
  }
}

function readBlocks(parser: EventStreamParser, piece: string): StreamBlock[] {
  try {
    return parser.push(piece)
  } catch (cause) {
    throw new ConnectionError('What came is no stream of events.', { code: 'broken', cause })
  }
}
