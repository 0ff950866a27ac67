import type { CallOptions, CreateOptions } from './call.ts'
import { toCamelCase, toSnakeCase } from './camel-case.ts'
import { checkId } from './check-arguments.ts'
import { Listing, type ListOptions } from './listing.ts'
import type { Transport } from './transport.ts'

/** `full`; `read`, which changes nothing; `codes`, which sees codes and links and no texts. */
export type KeyScope = 'full' | 'read' | 'codes'

export interface Key {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly scope: KeyScope
  readonly createdAt: string
  readonly createdBy: string | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface CreatedKey extends Key {
  /** The key itself, shown this once. */
  readonly key: string
}

/** The API keys of your account: `mayfly.keys`. */
export class Keys {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport
  }

  async create(
    key: { readonly name: string; readonly scope?: KeyScope | undefined },
    options: CreateOptions = {},
  ): Promise<CreatedKey> {
    const call = { ...options, method: 'POST', path: '/v1/keys', json: toSnakeCase(key) } as const
    return toCamelCase(await this.#transport.json(call)) as CreatedKey
  }

  list(options: ListOptions = {}): Listing<Key> {
    return new Listing(this.#transport, '/v1/keys', {}, options)
  }

  /** Nobody gets in with it any more, within a second. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    const path = `/v1/keys/${encodeURIComponent(checkId(id, 'id'))}`
    await this.#transport.json({ ...options, method: 'DELETE', path })
  }
}
