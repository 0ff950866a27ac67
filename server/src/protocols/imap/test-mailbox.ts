// Test support: one mailbox in memory, as simple as it can be and still right. What the sessions are measured against.
import type { Changes, FlagChange, Row, Stored, Watcher } from './backend.ts'
import { changeFlags, sameFlags } from './flags.ts'

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
  readonly watchers = new Set<Watcher>()
  readonly #vanished: { readonly uid: number; readonly modSeq: number }[] = []

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

  ring(): void {
    for (const watcher of this.watchers) watcher.ring()
  }
}
