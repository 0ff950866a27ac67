// Test support: a mailbox in memory, as one session has it open.
import type { Changes, Copied, FlagChange, HeaderField, Mailbox, Snapshot, Watcher } from './backend.ts'
import { hasFlag } from './flags.ts'
import { DEFAULT_STRUCTURE_LIMITS, readStructure } from './structure/structure.ts'
import type { TestBackend } from './test-backend.ts'
import type { TestMailbox } from './test-mailbox.ts'

export class TestOpenMailbox implements Mailbox {
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

  watch(watcher: Watcher): void {
    this.#mailbox.watchers.add(watcher)
  }

  unwatch(watcher: Watcher): void {
    this.#mailbox.watchers.delete(watcher)
  }

  async firstRecent(through: number, take: boolean): Promise<number> {
    await this.#step()
    const first = this.#mailbox.recentFrom
    if (take) this.#mailbox.recentFrom = Math.max(first, through + 1)
    return first
  }

  async raw(uid: number, first?: number) {
    await this.#step()
    this.#backend.read(first)
    return this.#mailbox.kept.get(uid)?.raw.subarray(0, first) ?? null
  }

  async structure(uid: number) {
    await this.#step()
    const raw = this.#mailbox.kept.get(uid)?.raw
    return raw === undefined ? null : readStructure(raw, DEFAULT_STRUCTURE_LIMITS)
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
