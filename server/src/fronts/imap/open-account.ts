import type { MailboxAccess } from '../../app/mailboxes/mailbox-access.ts'
import type { Mailboxes } from '../../app/mailboxes/mailboxes.ts'
import type { Mailbox } from '../../domain/mailbox.ts'
import type * as imap from '../../protocols/imap/session.ts'
import { OpenMailbox } from './open-mailbox.ts'
import { orRefuse } from './refusals.ts'
import { takeUpload } from './take-upload.ts'

/** Somebody who has logged in. */
export class OpenAccount implements imap.Account {
  readonly readOnly: boolean
  readonly #mailboxes: Mailboxes
  readonly #access: MailboxAccess

  constructor(mailboxes: Mailboxes, access: MailboxAccess) {
    this.#mailboxes = mailboxes
    this.#access = access
    this.readOnly = access.readOnly
  }

  list(): Promise<readonly imap.MailboxInfo[]> {
    return orRefuse(this.#mailboxes.list(this.#access))
  }

  create(name: string): Promise<void> {
    return orRefuse(this.#mailboxes.create(this.#access, name), {
      inbox_taken: 'ALREADYEXISTS',
      foreign_domain: 'CANNOT',
      forbidden: 'LIMIT',
    })
  }

  delete(name: string): Promise<void> {
    return orRefuse(this.#mailboxes.delete(this.#access, name), { forbidden: 'CANNOT' })
  }

  rename(from: string, to: string): Promise<void> {
    return orRefuse(this.#mailboxes.rename(this.#access, from, to), { forbidden: 'CANNOT' })
  }

  subscribe(name: string): Promise<void> {
    return orRefuse(this.#mailboxes.subscribe(this.#access, name), { forbidden: 'LIMIT' })
  }

  unsubscribe(name: string): Promise<void> {
    return orRefuse(this.#mailboxes.unsubscribe(this.#access, name))
  }

  async status(
    name: string,
    items: readonly imap.StatusItem[],
  ): Promise<Readonly<Partial<Record<imap.StatusItem, number>>>> {
    const mailbox = await orRefuse(this.#mailboxes.find(this.#access, name))
    const recent = items.includes('RECENT') ? await this.#countRecent(mailbox) : 0
    const all: Record<imap.StatusItem, number> = {
      MESSAGES: mailbox.messageCount,
      RECENT: recent,
      UIDNEXT: mailbox.lastUid + 1,
      UIDVALIDITY: mailbox.uidValidity,
      UNSEEN: mailbox.unseenCount,
      HIGHESTMODSEQ: mailbox.modSeq + 1,
      SIZE: mailbox.storedBytes,
    }
    return Object.fromEntries(items.map((item) => [item, all[item]]))
  }

  async #countRecent({ id, lastUid }: Mailbox): Promise<number> {
    const { contents } = this.#mailboxes
    const first = await contents.firstRecent(id, lastUid, false)
    return (await contents.rows(id, { after: first - 1, changedSince: 0 })).length
  }

  async open(name: string): Promise<OpenMailbox> {
    const mailbox = await orRefuse(this.#mailboxes.find(this.#access, name))
    return new OpenMailbox(this.#mailboxes, this.#access, mailbox)
  }

  async append(name: string, upload: imap.Upload): Promise<imap.Appended> {
    const mailbox = await orRefuse(this.#mailboxes.find(this.#access, name), { not_found: 'TRYCREATE' })
    const taken = await takeUpload(upload)
    const uid = await orRefuse(this.#mailboxes.contents.append(this.#access, mailbox, taken), {
      message_too_large: 'TOOBIG',
    })
    return { uidValidity: mailbox.uidValidity, uid }
  }
}
