import type { CallOptions, CreateOptions } from './call.ts'
import { checkAddress } from './check-arguments.ts'
import type { GetMailOptions } from './get-mail.ts'
import type { Inbox } from './inbox.ts'
import type { Listing } from './listing.ts'
import type { Mayfly } from './mayfly.ts'
import type { Mail, MessageSummary } from './message.ts'
import type { MessageListOptions } from './messages.ts'
import type { ReceivedMessage, WaitForManyOptions, WaitOptions } from './wait.ts'
import type { CodeOptions } from './wait-for-code.ts'
import type { LinkOptions } from './wait-for-link.ts'

/**
 * One address and what can be done with it, without naming it each time: `mayfly.inbox(address)`. Making it sends
 * nothing. `await using` deletes the inbox at the end of the scope.
 */
export class BoundInbox implements AsyncDisposable {
  readonly address: string
  readonly #mayfly: Mayfly

  /** @internal */
  constructor(mayfly: Mayfly, address: string) {
    this.address = checkAddress(address)
    this.#mayfly = mayfly
  }

  /** See {@link Mayfly.wait}. */
  wait(options: WaitForManyOptions): Promise<ReceivedMessage[]>
  wait(options?: WaitOptions): Promise<ReceivedMessage>
  wait(options: WaitOptions = {}): Promise<ReceivedMessage | ReceivedMessage[]> {
    return this.#mayfly.wait(this.address, options)
  }

  /** See {@link Mayfly.code}. */
  code(options?: CodeOptions): Promise<string> {
    return this.#mayfly.code(this.address, options)
  }

  /** See {@link Mayfly.link}. */
  link(options?: LinkOptions): Promise<string> {
    return this.#mayfly.link(this.address, options)
  }

  /** See {@link Mayfly.getMail}. */
  getMail(options?: GetMailOptions): Promise<Mail[]> {
    return this.#mayfly.getMail(this.address, options)
  }

  /** See {@link Messages.list}. */
  messages(options?: MessageListOptions): Listing<MessageSummary> {
    return this.#mayfly.messages.list(this.address, options)
  }

  /** See {@link Mayfly.inject}. */
  inject(message: string | Uint8Array, options?: CreateOptions): Promise<string> {
    return this.#mayfly.inject(this.address, message, options)
  }

  /** How it is now: how many messages, and the cursor for a wait. */
  get(options?: CallOptions): Promise<Inbox> {
    return this.#mayfly.inboxes.get(this.address, options)
  }

  /** Deletes all its messages. */
  empty(options?: CallOptions): Promise<void> {
    return this.#mayfly.inboxes.empty(this.address, options)
  }

  /** Deletes it with all its messages. */
  delete(options?: CallOptions): Promise<void> {
    return this.#mayfly.inboxes.delete(this.address, options)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.delete()
  }
}
