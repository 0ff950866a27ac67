import type { CallOptions, CreateOptions } from './call.ts'
import { toCamelCase, toSnakeCase } from './camel-case.ts'
import { checkAddress } from './check-arguments.ts'
import type { Inbox, InboxChange, NewInbox } from './inbox.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Transport } from './transport.ts'

/** The inboxes of your account: `mayfly.inboxes`. */
export class Inboxes {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes an inbox: at the address you name, or at one that nobody can guess. One that is yours already is given back. */
  async create(inbox: NewInbox = {}, options: CreateOptions = {}): Promise<Inbox> {
    if (inbox.address !== undefined) checkAddress(inbox.address)
    const call = { ...options, method: 'POST', path: '/v1/inboxes', json: toSnakeCase(inbox) } as const
    return toCamelCase(await this.#transport.json(call)) as Inbox
  }

  list(options: ListOptions = {}): Listing<Inbox> {
    return new Listing(this.#transport, '/v1/inboxes', {}, options)
  }

  /** Unlike reading its mail, this never makes an address yours: what is not yours is a {@link NotFoundError}. */
  async get(address: string, options: CallOptions = {}): Promise<Inbox> {
    return toCamelCase(await this.#transport.json({ ...options, method: 'GET', path: inboxPath(address) })) as Inbox
  }

  async update(address: string, change: InboxChange, options: CallOptions = {}): Promise<Inbox> {
    const call = { ...options, method: 'PATCH', path: inboxPath(address), json: toSnakeCase(change) } as const
    return toCamelCase(await this.#transport.json(call)) as Inbox
  }

  /** Deletes it with all its messages. */
  async delete(address: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ ...options, method: 'DELETE', path: inboxPath(address) })
  }

  /** Deletes all its messages. */
  async empty(address: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ ...options, method: 'DELETE', path: `${inboxPath(address)}/messages` })
  }
}

export function inboxPath(address: string): string {
  return `/v1/inboxes/${encodeURIComponent(checkAddress(address))}`
}
