import type { CallOptions } from './call.ts'
import { toCamelCase } from './camel-case.ts'
import { checkCount, checkId, checkMoment } from './check-arguments.ts'
import { inboxPath } from './inboxes.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Message, MessageSummary } from './message.ts'
import { filterQuery, type MessageFilter } from './message-filter.ts'
import type { Transport } from './transport.ts'

export interface MessageListOptions extends MessageFilter, ListOptions {
  /** Received then or later. */
  readonly since?: Date | string | undefined
}

/** Messages of any of your inboxes: `mayfly.messages`. */
export class Messages {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The messages of an inbox in short, newest first. Reading an address that nobody has makes it yours. */
  list(address: string, options: MessageListOptions = {}): Listing<MessageSummary> {
    const since = options.since === undefined ? undefined : checkMoment(options.since, 'since')
    return new Listing(this.#transport, `${inboxPath(address)}/messages`, { ...filterQuery(options), since }, options)
  }

  async get(id: string, options: CallOptions = {}): Promise<Message> {
    return toCamelCase(await this.#transport.json({ ...options, method: 'GET', path: messagePath(id) })) as Message
  }

  /** The source as it came. */
  async raw(id: string, options: CallOptions = {}): Promise<Uint8Array> {
    return this.#transport.bytes({ ...options, method: 'GET', path: `${messagePath(id)}/raw` })
  }

  /** The HTML made safe to show. Remote images are left out, unless you let them load. */
  async html(id: string, { remote, ...options }: CallOptions & { readonly remote?: boolean } = {}): Promise<string> {
    const query = { remote: remote === true ? 1 : undefined }
    return this.#transport.text({ ...options, method: 'GET', path: `${messagePath(id)}/html`, query })
  }

  /** One attachment, by its `index`. */
  async attachment(id: string, index: number, options: CallOptions = {}): Promise<Uint8Array> {
    const path = `${messagePath(id)}/attachments/${checkCount(index, 'index')}`
    return this.#transport.bytes({ ...options, method: 'GET', path })
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ ...options, method: 'DELETE', path: messagePath(id) })
  }

  /** Marks it as read, or with `false` as unread. */
  async markSeen(id: string, seen = true, options: CallOptions = {}): Promise<Message> {
    const call = { ...options, method: 'PATCH', path: messagePath(id), json: { seen } } as const
    return toCamelCase(await this.#transport.json(call)) as Message
  }
}

function messagePath(id: string): string {
  return `/v1/messages/${encodeURIComponent(checkId(id, 'id'))}`
}
