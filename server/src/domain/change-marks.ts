import type { MarkedRow } from './mailbox.ts'
import type { MarksChange } from './mailbox-store.ts'

/** The row itself where nothing changes. RFC 3501 §9: the case of a flag does not matter. */
export function changeMarks(row: MarkedRow, { mode, seen, flags }: MarksChange, modSeq: number): MarkedRow {
  const named = new Map(flags.map((flag) => [flag.toLowerCase(), flag]))
  const kept = new Map(row.flags.map((flag) => [flag.toLowerCase(), flag]))
  if (mode === 'remove') for (const name of named.keys()) kept.delete(name)
  const next = mode === 'remove' ? kept : new Map([...named, ...(mode === 'add' ? kept : [])])
  const nextFlags = [...next.values()].sort()
  const nextSeen = seen ?? row.seen
  if (nextSeen === row.seen && nextFlags.join(' ') === row.flags.join(' ')) return row
  return { ...row, seen: nextSeen, flags: nextFlags, modSeq }
}
