// Test support: a backend in memory.
import {
  type Account,
  type Appended,
  type Backend,
  type Credentials,
  type Mailbox,
  type MailboxInfo,
  Refusal,
  type StatusItem,
  type Upload,
} from './backend.ts'
import { hasFlag } from './flags.ts'
import { TestMailbox } from './test-mailbox.ts'
import { TestOpenMailbox } from './test-open-mailbox.ts'

/** Everybody has the same account; any password but 'wrong' is right, and the user 'reader' may only read. */
export class TestBackend implements Backend {
  readonly mailboxes = new Map<string, TestMailbox>([['INBOX', new TestMailbox(1)]])
  readonly subscribed = new Set<string>()
  readonly logins: Credentials[] = []
  /** Mailboxes that sessions have open. */
  opened = 0
  /** Waited for before every answer. */
  delay: () => Promise<void> = async () => {}
  /** Told how much of a message is read. */
  read: (first: number | undefined) => void = () => {}
  /** Thrown by whatever is asked next. */
  trouble: Error | null = null
  #validity = 1

  get inbox(): TestMailbox {
    return this.find('INBOX')
  }

  deliver(text: string, flags: readonly string[] = [], name = 'INBOX'): number {
    return this.find(name).add(
      Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1'),
      flags,
      Date.UTC(2026, 1, 3, 4, 5, 6),
    )
  }

  add(name: string): TestMailbox {
    const mailbox = new TestMailbox(++this.#validity)
    this.mailboxes.set(name, mailbox)
    return mailbox
  }

  find(name: string, code: 'NONEXISTENT' | 'TRYCREATE' = 'NONEXISTENT'): TestMailbox {
    const mailbox = this.mailboxes.get(name)
    if (mailbox === undefined) throw new Refusal(code, 'There is no such mailbox')
    return mailbox
  }

  async step(): Promise<void> {
    const { trouble } = this
    this.trouble = null
    if (trouble !== null) throw trouble
    await this.delay()
  }

  async login(credentials: Credentials): Promise<Account> {
    this.logins.push(credentials)
    await this.step()
    if (credentials.secret === 'wrong') throw new Refusal('AUTHENTICATIONFAILED', 'Wrong name or password')
    return new TestAccount(this, credentials.user === 'reader')
  }
}

class TestAccount implements Account {
  readonly readOnly: boolean
  readonly #backend: TestBackend

  constructor(backend: TestBackend, readOnly: boolean) {
    this.#backend = backend
    this.readOnly = readOnly
  }

  async list(): Promise<MailboxInfo[]> {
    await this.#backend.step()
    const { mailboxes, subscribed } = this.#backend
    const names = new Set([...mailboxes.keys(), ...subscribed])
    return [...names].map((name) => ({ name, subscribed: subscribed.has(name), exists: mailboxes.has(name) }))
  }

  async create(name: string): Promise<void> {
    await this.#backend.step()
    if (this.#backend.mailboxes.has(name)) throw new Refusal('ALREADYEXISTS', 'There is such a mailbox')
    this.#backend.add(name)
  }

  async delete(name: string): Promise<void> {
    await this.#backend.step()
    const mailbox = this.#backend.find(name)
    mailbox.gone = true
    this.#backend.mailboxes.delete(name)
    mailbox.ring()
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#backend.step()
    const mailbox = this.#backend.find(from)
    if (this.#backend.mailboxes.has(to)) throw new Refusal('ALREADYEXISTS', 'There is such a mailbox')
    this.#backend.mailboxes.delete(from)
    this.#backend.mailboxes.set(to, mailbox)
  }

  async subscribe(name: string): Promise<void> {
    await this.#backend.step()
    this.#backend.find(name)
    this.#backend.subscribed.add(name)
  }

  async unsubscribe(name: string): Promise<void> {
    await this.#backend.step()
    this.#backend.subscribed.delete(name)
  }

  async status(name: string, items: readonly StatusItem[]): Promise<Partial<Record<StatusItem, number>>> {
    await this.#backend.step()
    const mailbox = this.#backend.find(name)
    const { rows } = mailbox
    const values: Record<StatusItem, number> = {
      MESSAGES: rows.length,
      RECENT: rows.filter(({ uid }) => uid >= mailbox.recentFrom).length,
      UIDNEXT: mailbox.uidNext,
      UIDVALIDITY: mailbox.uidValidity,
      UNSEEN: rows.filter(({ flags }) => !hasFlag(flags, '\\Seen')).length,
      HIGHESTMODSEQ: mailbox.modSeq,
      SIZE: rows.reduce((sum, { size }) => sum + size, 0),
    }
    return Object.fromEntries(items.map((item) => [item, values[item]]))
  }

  async open(name: string): Promise<Mailbox> {
    await this.#backend.step()
    const mailbox = this.#backend.find(name)
    this.#backend.opened += 1
    return new TestOpenMailbox(this.#backend, mailbox)
  }

  async append(name: string, { flags, internalDate, message, size }: Upload): Promise<Appended> {
    await this.#backend.step()
    this.#backend.find(name, 'TRYCREATE')
    const pieces: Buffer[] = []
    for await (const piece of message) pieces.push(Buffer.from(piece))
    const raw = Buffer.concat(pieces)
    if (raw.length !== size) throw new Error(`${raw.length} bytes came, not ${size}`)
    await this.#backend.step()
    const mailbox = this.#backend.find(name, 'TRYCREATE')
    return { uidValidity: mailbox.uidValidity, uid: mailbox.add(raw, flags, internalDate ?? Date.UTC(2026, 1, 3)) }
  }
}
