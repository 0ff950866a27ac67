import type { Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type { MarksChange, MarksOutcome } from '../../domain/mailbox-store.ts'
import type { Rendition } from '../../domain/message.ts'
import type { Filed, Placed, Watcher } from '../../domain/ports.ts'
import { acceptRecipient, tooLarge } from '../accept-recipient.ts'
import { type Delivery, deliver, type IncomingMail } from '../deliver.ts'
import type { MailDeps } from '../deps.ts'
import type { Owners, Principal } from '../owners.ts'
import type { Renditions } from '../renditions.ts'
import type { Touches } from '../touches.ts'
import { OUTBOX } from '../webhooks/outbox.ts'
import type { MailboxAccess } from './mailbox-access.ts'
import { Structures } from './structures.ts'

export interface Upload extends Filed {
  readonly sizeBytes: number
  readonly raw: IncomingMail['raw']
  /** The beginning of it, with its header. */
  readonly head: Uint8Array
}

const ROWS_AT_ONCE = 1_000
const UIDS_AT_ONCE = 10_000
const DELETED_AT_ONCE = 100

/** What a mail program does with the messages of a mailbox. */
export class MailboxContents {
  readonly #deps: MailDeps
  readonly #owners: Owners
  readonly #delivery: Delivery
  readonly #renditions: Renditions
  readonly #touches: Touches
  readonly #structures: Structures

  constructor(deps: MailDeps, owners: Owners, delivery: Delivery, renditions: Renditions, touches: Touches) {
    this.#deps = deps
    this.#owners = owners
    this.#delivery = delivery
    this.#renditions = renditions
    this.#touches = touches
    this.#structures = new Structures(deps)
  }

  /** As it is now; null where it is gone. Whoever has an inbox open and asks is reading it: it does not lapse. */
  async state(id: string): Promise<Mailbox | null> {
    const mailbox = await this.#deps.store.mailboxes.mailbox(id)
    if (mailbox?.folder === null) this.#touches.inbox(id, mailbox.lastReadAt, this.#deps.clock.now())
    return mailbox
  }

  /** The watcher is rung whenever something may have changed. */
  watch(id: string, watcher: Watcher): void {
    this.#deps.wakeup.watch(id, watcher)
  }

  unwatch(id: string, watcher: Watcher): void {
    this.#deps.wakeup.unwatch(id, watcher)
  }

  /** In the order of their UIDs, in pages between which others have their turn. */
  async rows(id: string, range: { readonly after: number; readonly changedSince: number }): Promise<MarkedRow[]> {
    const rows: MarkedRow[] = []
    let { after } = range
    for (;;) {
      const page = await this.#deps.store.mailboxes.rows(id, { ...range, after, limit: ROWS_AT_ONCE })
      rows.push(...page)
      if (page.length < ROWS_AT_ONCE) return rows
      after = page.at(-1)?.uid ?? after
    }
  }

  async uids(id: string): Promise<number[]> {
    const uids: number[] = []
    for (;;) {
      const page = await this.#deps.store.mailboxes.uids(id, uids.at(-1) ?? 0, UIDS_AT_ONCE)
      uids.push(...page)
      if (page.length < UIDS_AT_ONCE) return uids
    }
  }

  firstRecent(id: string, through: number, take: boolean): Promise<number> {
    return this.#deps.store.mailboxes.firstRecent(id, through, take)
  }

  async mark(id: string, uids: readonly number[], change: MarksChange): Promise<MarksOutcome> {
    const outcome = await this.#deps.store.mailboxes.mark(id, uids, change)
    this.#deps.wakeup.ring([id])
    return outcome
  }

  async delete(id: string, uids: readonly number[]): Promise<void> {
    for (let at = 0; at < uids.length; at += DELETED_AT_ONCE) {
      await this.#deps.store.deleteMessages(id, uids.slice(at, at + DELETED_AT_ONCE))
    }
    this.#structures.forget(id, uids)
    if (uids.length > 0) this.#deps.wakeup.ring([id])
  }

  /** Pairs of UIDs. All or none. */
  async transfer(
    { principal }: MailboxAccess,
    from: Pick<Mailbox, 'id'>,
    uids: readonly number[],
    to: Pick<Mailbox, 'id'>,
    mode: 'copy' | 'move',
  ): Promise<readonly (readonly [from: number, to: number])[]> {
    const { pairs, deliveriesDue } = await this.#deps.store.mailboxes.transfer({
      from: from.id,
      uids,
      to: to.id,
      mode,
      at: this.#deps.clock.now(),
      storedBytesCap: principal.plan.stored_bytes,
      webhooks: principal.plan.webhook_endpoints > 0,
    })
    this.#deps.wakeup.ring([from.id, to.id, principal.account.id])
    if (deliveriesDue > 0) this.#deps.wakeup.ringOne(OUTBOX)
    return pairs
  }

  /** Into an inbox it comes as any other mail does, with its event. Answers with its UID. */
  async append({ principal }: MailboxAccess, to: Mailbox, upload: Upload): Promise<number> {
    const { raw, head, sizeBytes, ...filed } = upload
    const recipient = await this.#recipient(principal, to, sizeBytes)
    const placed = await deliver(this.#deps, this.#delivery, {
      envelopeFrom: this.#deps.mime.summarise(head).from,
      recipients: [recipient],
      receivedAt: this.#deps.clock.now(),
      raw,
      head,
      sizeBytes,
      tls: null,
      peer: null,
      filed,
    })
    return (placed[0] as Placed).seq
  }

  async #recipient(
    { plan }: Principal,
    { folder, address }: Mailbox,
    sizeBytes: number,
  ): Promise<IncomingMail['recipients'][0]> {
    if (folder === null) return acceptRecipient(this.#deps, this.#owners, address, sizeBytes)
    if (sizeBytes > plan.message_bytes) throw tooLarge(plan.message_bytes)
    return { address, storedBytesCap: plan.stored_bytes, webhooks: false }
  }

  /** Null where the message is gone. */
  raw(id: string, uid: number): Promise<Uint8Array | null> {
    return this.#deps.store.raw(id, uid)
  }

  async rendition(id: string, uid: number): Promise<Rendition | null> {
    const [rendition] = await this.#renditions.whole(id, [uid])
    return rendition ?? null
  }

  /** Null where the message is gone. `read` gives null for a form that it does not know. */
  structure<T>(id: string, uid: number, read: (packed: string) => T | null): Promise<T | null> {
    return this.#structures.read(id, uid, read)
  }
}
