import type { CallOptions, CreateOptions } from './call.ts'
import { toCamelCase } from './camel-case.ts'
import { checkId } from './check-arguments.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Transport } from './transport.ts'
import type { Delivery } from './webhook.ts'

/** What was sent to your endpoints, and what came of it: `mayfly.deliveries`. */
export class Deliveries {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Of all endpoints, newest first. */
  list(options: ListOptions = {}): Listing<Delivery> {
    return new Listing(this.#transport, '/v1/deliveries', {}, options)
  }

  async get(id: string, options: CallOptions = {}): Promise<Delivery> {
    return toCamelCase(await this.#transport.json({ ...options, method: 'GET', path: pathOf(id) })) as Delivery
  }

  /** Sends it again, under the same `deliveryId`. */
  async redeliver(id: string, options: CreateOptions = {}): Promise<Delivery> {
    const call = { ...options, method: 'POST', path: `${pathOf(id)}/redeliver` } as const
    return toCamelCase(await this.#transport.json(call)) as Delivery
  }
}

function pathOf(id: string): string {
  return `/v1/deliveries/${encodeURIComponent(checkId(id, 'id'))}`
}
