import type { MarkedRow } from './mailbox.ts'
import type { MarksChange } from './mailbox-store.ts'

/** The row itself where nothing changes. */
export function changeMarks(row: MarkedRow, { mode, seen, flags }: MarksChange, modSeq: number): MarkedRow {
  const kept = mode === 'replace' ? [] : row.flags.filter((flag) => mode === 'add' || !flags.includes(flag))
  const next = [...new Set(mode === 'remove' ? kept : [...kept, ...flags])].sort()
  const nextSeen = seen ?? row.seen
  if (nextSeen === row.seen && next.join(' ') === row.flags.join(' ')) return row
  return { ...row, seen: nextSeen, flags: next, modSeq }
}
