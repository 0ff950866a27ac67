import type { MailboxAccess } from '../../app/mailboxes/mailbox-access.ts'
import type { Mailboxes } from '../../app/mailboxes/mailboxes.ts'
import type { Mailbox as Kept, MarkedRow } from '../../domain/mailbox.ts'
import type * as imap from '../../protocols/imap/session.ts'
import { Refusal } from '../../protocols/imap/session.ts'
import { unpackStructure } from '../../protocols/imap/structure/structure.ts'
import { orRefuse } from './refusals.ts'

const SEEN = '\\Seen'
/** RFC 7162 §3.1: no number is 0; the store counts from there. */
const BASE = 1

/** One mailbox as one session has it open. Remembers which messages that session knows, to tell which have gone. */
export class OpenMailbox implements imap.Mailbox {
  readonly uidValidity: number
  readonly readOnly: boolean
  readonly #mailboxes: Mailboxes
  readonly #access: MailboxAccess
  readonly #id: string
  /** Rising. */
  #known: readonly number[] = []

  constructor(mailboxes: Mailboxes, access: MailboxAccess, kept: Kept) {
    this.#mailboxes = mailboxes
    this.#access = access
    this.#id = kept.id
    this.uidValidity = kept.uidValidity
    this.readOnly = access.readOnly
  }

  async snapshot(): Promise<imap.Snapshot> {
    const { contents } = this.#mailboxes
    // Read before the rows: what happens in between is found again as a change, and not lost.
    const state = await contents.state(this.#id)
    if (!state) throw new Refusal('NONEXISTENT', 'The mailbox is no more')
    const all = await contents.rows(this.#id, { after: 0, changedSince: 0 })
    const rows = all.filter(({ uid }) => uid <= state.lastUid)
    this.#known = rows.map(({ uid }) => uid)
    return { rows: rows.map(toRow), modSeq: state.modSeq + BASE, uidNext: state.lastUid + 1 }
  }

  async changesSince(modSeq: number): Promise<imap.Changes | null> {
    const { contents } = this.#mailboxes
    const state = await contents.state(this.#id)
    if (!state) return null
    const since = modSeq - BASE
    if (state.modSeq === since) return { changed: [], vanished: [], modSeq }
    const last = this.#known.at(-1) ?? 0
    // Until marks have moved, what changed is what came: no need to look at the rest.
    const after = state.marksModSeq > since ? 0 : last
    const all = await contents.rows(this.#id, { after, changedSince: since })
    const rows = all.filter(({ uid }) => uid <= state.lastUid)
    const fresh = rows.filter(({ uid }) => uid > last).map(({ uid }) => uid)
    const vanished = new Set(await this.#findVanished(this.#known.length + fresh.length, state))
    this.#known = [...this.#known.filter((uid) => !vanished.has(uid)), ...fresh]
    const changed = rows.filter(({ uid }) => !vanished.has(uid)).map(toRow)
    return { changed, vanished: [...vanished], modSeq: state.modSeq + BASE }
  }

  /** Only where the counts disagree is it worth asking which. */
  async #findVanished(expected: number, { id, messageCount }: Kept): Promise<number[]> {
    if (expected === messageCount) return []
    const there = new Set(await this.#mailboxes.contents.uids(id))
    return this.#known.filter((uid) => !there.has(uid))
  }

  watch(watcher: imap.Watcher): void {
    this.#mailboxes.contents.watch(this.#id, watcher)
  }

  unwatch(watcher: imap.Watcher): void {
    this.#mailboxes.contents.unwatch(this.#id, watcher)
  }

  firstRecent(through: number, take: boolean): Promise<number> {
    return this.#mailboxes.contents.firstRecent(this.#id, through, take && !this.readOnly)
  }

  raw(uid: number): Promise<Uint8Array | null> {
    return this.#mailboxes.contents.raw(this.#id, uid)
  }

  structure(uid: number): ReturnType<imap.Mailbox['structure']> {
    return this.#mailboxes.contents.structure(this.#id, uid, unpackStructure)
  }

  async headers(uid: number): Promise<readonly imap.HeaderField[] | null> {
    return (await this.#mailboxes.contents.rendition(this.#id, uid))?.headers ?? null
  }

  async text(uid: number): Promise<string | null> {
    const rendition = await this.#mailboxes.contents.rendition(this.#id, uid)
    return rendition && `${rendition.text}\n${rendition.html_text}`
  }

  async storeFlags(
    uids: readonly number[],
    change: imap.FlagChange,
    flags: readonly string[],
    unchangedSince?: number,
  ): Promise<imap.Stored> {
    const names = flags.some((flag) => flag === SEEN)
    const { rows, modified } = await orRefuse(
      this.#mailboxes.contents.mark(this.#id, uids, {
        mode: change,
        seen: change === 'replace' ? names : names ? change === 'add' : null,
        flags: flags.filter((flag) => flag !== SEEN),
        unchangedSince: unchangedSince === undefined ? null : unchangedSince - BASE,
      }),
    )
    return { rows: rows.map(toRow), modified }
  }

  async expunge(uids: readonly number[] | null): Promise<void> {
    const { contents } = this.#mailboxes
    const rows = await contents.rows(this.#id, { after: 0, changedSince: 0 })
    const asked = uids && new Set(uids)
    const doomed = rows.filter(({ uid, flags }) => flags.includes('\\Deleted') && (asked?.has(uid) ?? true))
    await orRefuse(
      contents.delete(
        this.#id,
        doomed.map(({ uid }) => uid),
      ),
    )
  }

  copy(uids: readonly number[], target: string): Promise<imap.Copied> {
    return this.#transfer(uids, target, 'copy')
  }

  move(uids: readonly number[], target: string): Promise<imap.Copied> {
    return this.#transfer(uids, target, 'move')
  }

  async #transfer(uids: readonly number[], target: string, mode: 'copy' | 'move'): Promise<imap.Copied> {
    const to = await orRefuse(this.#mailboxes.find(this.#access, target), { not_found: 'TRYCREATE' })
    const pairs = await orRefuse(this.#mailboxes.contents.transfer(this.#access, { id: this.#id }, uids, to, mode))
    return { uidValidity: to.uidValidity, pairs }
  }

  close(): void {
    this.#known = []
  }
}

function toRow({ uid, modSeq, seen, flags, internalDate, sizeBytes }: MarkedRow): imap.Row {
  return { uid, modSeq: modSeq + BASE, flags: seen ? [SEEN, ...flags] : flags, internalDate, size: sizeBytes }
}
