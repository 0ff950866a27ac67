// Test support: mailboxes in memory, as simple as they can be and still right. What the session is measured against.
import {
  type Account,
  type Appended,
  type Backend,
  type Changes,
  type Copied,
  type Credentials,
  type FlagChange,
  type HeaderField,
  type Mailbox,
  type MailboxInfo,
  Refusal,
  type Row,
  type Snapshot,
  type StatusItem,
  type Stored,
  type Upload,
} from './backend.ts'
import { changeFlags, hasFlag, sameFlags } from './flags.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure } from './structure/structure.ts'

interface Kept {
  readonly row: Row
  readonly raw: Buffer
}

/** One mailbox, shared by all who have it open. */
export class TestMailbox {
  readonly uidValidity: number
  uidNext = 1
  modSeq = 1
  recentFrom = 1
  gone = false
  readonly kept = new Map<number, Kept>()
  readonly #vanished: { readonly uid: number; readonly modSeq: number }[] = []
  readonly #waiting = new Set<() => void>()

  constructor(uidValidity: number) {
    this.uidValidity = uidValidity
  }

  get rows(): Row[] {
    return [...this.kept.values()].map(({ row }) => row).sort((a, b) => a.uid - b.uid)
  }

  add(raw: Buffer, flags: readonly string[], internalDate: number): number {
    const uid = this.uidNext++
    this.modSeq += 1
    const row = { uid, flags, modSeq: this.modSeq, internalDate, size: raw.length }
    this.kept.set(uid, { row, raw })
    this.ring()
    return uid
  }

  remove(uids: readonly number[]): void {
    if (uids.length === 0) return
    this.modSeq += 1
    for (const uid of uids) {
      this.kept.delete(uid)
      this.#vanished.push({ uid, modSeq: this.modSeq })
    }
    this.ring()
  }

  store(uids: readonly number[], change: FlagChange, flags: readonly string[], unchangedSince?: number): Stored {
    const rows: Row[] = []
    const modified: number[] = []
    this.modSeq += 1
    for (const uid of uids) {
      const kept = this.kept.get(uid)
      if (kept === undefined) continue
      if (unchangedSince !== undefined && kept.row.modSeq > unchangedSince) {
        modified.push(uid)
        continue
      }
      const changed = changeFlags(kept.row.flags, change, flags)
      const row = sameFlags(changed, kept.row.flags) ? kept.row : { ...kept.row, flags: changed, modSeq: this.modSeq }
      this.kept.set(uid, { ...kept, row })
      rows.push(row)
    }
    this.ring()
    return { rows, modified }
  }

  changesSince(since: number): Changes | null {
    if (this.gone) return null
    return {
      changed: this.rows.filter(({ modSeq }) => modSeq > since),
      vanished: this.#vanished.filter(({ modSeq }) => modSeq > since).map(({ uid }) => uid),
      modSeq: this.modSeq,
    }
  }

  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake)
      if (signal.aborted) wake()
    })
  }

  ring(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}

/** Everybody has the same account; any password but 'wrong' is right, and the user 'reader' may only read. */
export class TestBackend implements Backend {
  readonly mailboxes = new Map<string, TestMailbox>([['INBOX', new TestMailbox(1)]])
  readonly subscribed = new Set<string>()
  readonly logins: Credentials[] = []
  /** Mailboxes that sessions have open. */
  opened = 0
  /** Waited for before every answer. */
  delay: () => Promise<void> = async () => {}
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
    return new OpenMailbox(this.#backend, mailbox)
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

class OpenMailbox implements Mailbox {
  readonly readOnly = false
  readonly #backend: TestBackend
  readonly #mailbox: TestMailbox
  #open = true

  constructor(backend: TestBackend, mailbox: TestMailbox) {
    this.#backend = backend
    this.#mailbox = mailbox
  }

  get uidValidity(): number {
    return this.#mailbox.uidValidity
  }

  async snapshot(): Promise<Snapshot> {
    await this.#step()
    const { rows, modSeq, uidNext } = this.#mailbox
    return { rows, modSeq, uidNext }
  }

  async changesSince(modSeq: number): Promise<Changes | null> {
    await this.#step()
    return this.#mailbox.changesSince(modSeq)
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#mailbox.changed(signal)
  }

  async firstRecent(through: number, take: boolean): Promise<number> {
    await this.#step()
    const first = this.#mailbox.recentFrom
    if (take) this.#mailbox.recentFrom = Math.max(first, through + 1)
    return first
  }

  async raw(uid: number) {
    await this.#step()
    return this.#mailbox.kept.get(uid)?.raw ?? null
  }

  async structure(uid: number) {
    const raw = await this.raw(uid)
    return raw === null ? null : readStructure(raw, DEFAULT_STRUCTURE_LIMITS)
  }

  async headers(uid: number): Promise<HeaderField[] | null> {
    const [header] = (await this.#text(uid)) ?? []
    if (header === undefined) return null
    return header.split(/\r\n(?![ \t])/).map((line) => {
      const colon = line.indexOf(':')
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() }
    })
  }

  async text(uid: number): Promise<string | null> {
    return (await this.#text(uid))?.slice(1).join('\r\n\r\n') ?? null
  }

  async storeFlags(uids: readonly number[], change: FlagChange, flags: readonly string[], unchangedSince?: number) {
    await this.#step()
    return this.#mailbox.store(uids, change, flags, unchangedSince)
  }

  async expunge(uids: readonly number[] | null): Promise<void> {
    await this.#step()
    const marked = this.#mailbox.rows.filter(({ flags }) => hasFlag(flags, '\\Deleted')).map(({ uid }) => uid)
    this.#mailbox.remove(uids === null ? marked : marked.filter((uid) => uids.includes(uid)))
  }

  async copy(uids: readonly number[], target: string): Promise<Copied> {
    await this.#step()
    const to = this.#backend.find(target, 'TRYCREATE')
    const kept = uids.flatMap((uid) => this.#mailbox.kept.get(uid) ?? [])
    const pairs = kept.map(({ row, raw }) => [row.uid, to.add(raw, row.flags, row.internalDate)] as const)
    return { uidValidity: to.uidValidity, pairs }
  }

  async move(uids: readonly number[], target: string): Promise<Copied> {
    const copied = await this.copy(uids, target)
    this.#mailbox.remove(copied.pairs.map(([uid]) => uid))
    return copied
  }

  close(): void {
    if (!this.#open) throw new Error('closed twice')
    this.#open = false
    this.#backend.opened -= 1
  }

  async #step(): Promise<void> {
    if (!this.#open) throw new Error('used after it was closed')
    await this.#backend.step()
  }

  async #text(uid: number): Promise<string[] | null> {
    return (await this.raw(uid))?.toString().split('\r\n\r\n') ?? null
  }
}
