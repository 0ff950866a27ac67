import type { Account } from './account.ts'
import { BoundInbox } from './bound-inbox.ts'
import type { Call, CallOptions, CreateOptions } from './call.ts'
import { toCamelCase } from './camel-case.ts'
import { Deliveries } from './deliveries.ts'
import { Domains } from './domains.ts'
import { type EventsOptions, followEvents, type MayflyEvent } from './events.ts'
import { type GetMailOptions, getMail } from './get-mail.ts'
import { Inboxes, inboxPath } from './inboxes.ts'
import { Keys } from './keys.ts'
import type { Mail } from './message.ts'
import { Messages } from './messages.ts'
import { type MayflyOptions, readSettings } from './settings.ts'
import { Transport } from './transport.ts'
import { type ReceivedMessage, type WaitForManyOptions, type WaitOptions, waitForMessages } from './wait.ts'
import { type CodeOptions, waitForCode } from './wait-for-code.ts'
import { type LinkOptions, waitForLink } from './wait-for-link.ts'
import { Webhooks } from './webhooks.ts'

/** A call that this library has no method for. */
export type RawCall = Pick<Call, 'method' | 'path' | 'json' | keyof CreateOptions> & {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
}

/**
 * A client of a Mayfly server. It holds no connection of its own, so there is nothing to close; one for the whole
 * program is enough, however much runs in parallel.
 *
 * ```ts
 * const mayfly = new Mayfly()
 * const { address } = await mayfly.inboxes.create()
 * // … sign up with the address …
 * const code = await mayfly.code(address)
 * ```
 */
export class Mayfly {
  readonly inboxes: Inboxes
  readonly messages: Messages
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly keys: Keys
  readonly domains: Domains
  readonly #transport: Transport

  constructor(options: MayflyOptions = {}) {
    this.#transport = new Transport(readSettings(options))
    this.inboxes = new Inboxes(this.#transport)
    this.messages = new Messages(this.#transport)
    this.webhooks = new Webhooks(this.#transport)
    this.deliveries = new Deliveries(this.#transport)
    this.keys = new Keys(this.#transport)
    this.domains = new Domains(this.#transport)
  }

  /**
   * The messages of an inbox, newest first. Reading an address that nobody has makes it yours, with the mail that has
   * come before.
   */
  async getMail(email: string, options: GetMailOptions = {}): Promise<Mail[]> {
    return getMail(this.#transport, email, options)
  }

  /**
   * Waits for the message that matches, or with `count` for so many of them, and gives it in full.
   *
   * @throws WaitTimeout It says what came instead.
   */
  wait(address: string, options: WaitForManyOptions): Promise<ReceivedMessage[]>
  wait(address: string, options?: WaitOptions): Promise<ReceivedMessage>
  async wait(
    address: string,
    options: WaitOptions & { readonly count?: number } = {},
  ): Promise<ReceivedMessage | ReceivedMessage[]> {
    const messages = await waitForMessages(this.#transport, address, options)
    return options.count === undefined ? (messages[0] as ReceivedMessage) : messages
  }

  /**
   * Waits for a message with a one-time code, and gives the code as a person would type it.
   *
   * @throws WaitTimeout It says what came instead.
   */
  async code(address: string, options: CodeOptions = {}): Promise<string> {
    return waitForCode(this.#transport, address, options)
  }

  /**
   * Waits for a message with a link to follow, and gives its address.
   *
   * @throws WaitTimeout It says what came instead.
   */
  async link(address: string, options: LinkOptions = {}): Promise<string> {
    return waitForLink(this.#transport, address, options)
  }

  /** Puts a message in as if it had come by SMTP, and gives its id. `message` is the source, header and body. */
  async inject(address: string, message: string | Uint8Array, options: CreateOptions = {}): Promise<string> {
    const call = { ...options, method: 'POST', path: `${inboxPath(address)}/messages`, message } as const
    return ((await this.#transport.json(call)) as { id: string }).id
  }

  /** Puts a mail with a code and a link into one of your inboxes, to try with, and gives its id. */
  async sendTestMail(address: string, options: CreateOptions = {}): Promise<string> {
    const call = { ...options, method: 'POST', path: `${inboxPath(address)}/test-mail` } as const
    return ((await this.#transport.json(call)) as { id: string }).id
  }

  /**
   * What happens in your account, as it happens. A connection that breaks is made again, with nothing lost or repeated.
   *
   * ```ts
   * for await (const { event, data } of mayfly.events()) console.log(event, data.inbox)
   * ```
   */
  events(options: EventsOptions = {}): AsyncGenerator<MayflyEvent, void, undefined> {
    return followEvents(this.#transport, options)
  }

  /** Your plan, and what is used of it. */
  async account(options: CallOptions = {}): Promise<Account> {
    return toCamelCase(await this.#transport.json({ ...options, method: 'GET', path: '/v1/account' })) as Account
  }

  /** An address and what can be done with it, without naming it each time. Sends nothing. */
  inbox(address: string): BoundInbox {
    return new BoundInbox(this, address)
  }

  /** Any call of the HTTP API, with the same retries and errors. The answer's JSON is given as it came, in snake_case. */
  request(call: RawCall): Promise<unknown> {
    return this.#transport.json(call)
  }
}
