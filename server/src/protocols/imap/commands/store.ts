import type { FlagChange, Row, Stored } from '../backend.ts'
import { type Command, type Completion, SELECTED } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import type { Dialogue, Selected } from '../dialogue.ts'
import { takeFlags } from '../flag-list.ts'
import { announceKeywords, modSeqItem, tellFlags } from '../flag-responses.ts'
import { changeFlags, sameFlags } from '../flags.ts'
import { expungeIssued, findMessages, type Numbering, needWritable, uidsOf } from '../messages.ts'
import { BadCommand } from '../refusal.ts'
import { formatSet, type SequenceSet } from '../sequence-set.ts'
import { sync, tellExpunged } from '../sync.ts'
import type { Altered, Numbered } from '../view.ts'

interface Arguments {
  readonly set: SequenceSet
  readonly unchangedSince: number | null
  readonly change: FlagChange
  readonly silent: boolean
  readonly flags: readonly string[]
}

const NOTHING: Stored = { rows: [], modified: [] }
const ITEM = /([+-]?)FLAGS(\.SILENT)?/iy
const CHANGES: Readonly<Record<string, FlagChange>> = { '': 'replace', '+': 'add', '-': 'remove' }

/** RFC 3501 §6.4.6. */
export function store(numbering: Numbering): Command {
  return {
    states: SELECTED,
    parse(cursor) {
      const args = takeArguments(cursor)
      return (dialogue) => storeFlags(dialogue, numbering, args)
    },
  }
}

function takeArguments(cursor: Cursor): Arguments {
  cursor.space()
  const set = cursor.sequenceSet()
  cursor.space()
  const unchangedSince = cursor.skip('(UNCHANGEDSINCE ') ? takeUnchangedSince(cursor) : null
  const item = cursor.match(ITEM)
  if (item === null) throw new BadCommand('FLAGS, +FLAGS or -FLAGS is needed')
  cursor.space()
  const flags = takeFlags(cursor)
  cursor.end()
  return { set, unchangedSince, change: CHANGES[item[1] as string] as FlagChange, silent: item[2] !== undefined, flags }
}

/** RFC 7162 §3.1.3. */
function takeUnchangedSince(cursor: Cursor): number {
  const modSeq = cursor.modSeq()
  cursor.expect(') ')
  return modSeq
}

async function storeFlags(dialogue: Dialogue, numbering: Numbering, args: Arguments): Promise<Completion> {
  const { selected } = dialogue
  const { change, flags, unchangedSince } = args
  if (unchangedSince !== null) dialogue.enableCondstore()
  needWritable(selected)
  await sync(dialogue, selected, 'hold')
  const named = findMessages(selected, numbering, args.set)
  const present = named.filter(({ row }) => !selected.view.isGone(row.uid))
  const stored =
    present.length === 0
      ? NOTHING
      : await selected.mailbox.storeFlags(uidsOf(present), change, flags, unchangedSince ?? undefined)
  const missing = stored.rows.length + stored.modified.length < named.length
  // Who hears NO cannot foresee which of the messages were changed all the same.
  const silent = args.silent && (numbering === 'uid' || !missing)
  await tellStored(dialogue, selected, pair(present, stored.rows), { ...args, silent })
  // RFC 7162 §3.1.3: who was too late learns what the message is now.
  if (stored.modified.length > 0) await sync(dialogue, selected, 'hold')
  if (numbering === 'uid') await tellExpunged(dialogue, selected)
  else if (missing) throw expungeIssued() // RFC 2180 §4.2
  return { text: completion(numbering, present, stored.modified) }
}

/** Each message as it is now, and as the client knew it. */
function pair(present: readonly Numbered[], rows: readonly Row[]): Altered[] {
  const now = new Map(rows.map((row) => [row.uid, row]))
  return present.flatMap(({ seq, row: before }) => {
    const row = now.get(before.uid)
    return row === undefined ? [] : [{ seq, row, before }]
  })
}

/** RFC 3501 §6.4.6: .SILENT is for what the client can foresee, not for what others have done to the same message. */
async function tellStored(
  dialogue: Dialogue,
  selected: Selected,
  changes: readonly Altered[],
  { silent, change, flags }: Arguments,
): Promise<void> {
  const rows = changes.map(({ row }) => row)
  selected.view.update(rows)
  announceKeywords(dialogue, selected, rows)
  const foreseen = ({ row, before }: Altered) =>
    silent && sameFlags(row.flags, changeFlags(before.flags, change, flags))
  await tellFlags(
    dialogue,
    selected,
    changes.filter((one) => !foreseen(one)),
  )
  if (!dialogue.condstore) return
  for (const { seq, row } of changes.filter((one) => foreseen(one) && one.row.modSeq > one.before.modSeq)) {
    // RFC 7162 §3.1.3: the new mod-sequence is told, .SILENT or not.
    dialogue.outlet.line(`* ${seq} FETCH (UID ${row.uid} ${modSeqItem(row)})`)
    await dialogue.outlet.breathe()
  }
}

/** RFC 7162 §3.1.3: what another has changed meanwhile is named, in the numbers that the client uses. */
function completion(numbering: Numbering, present: readonly Numbered[], modified: readonly number[]): string {
  if (modified.length === 0) return 'STORE completed'
  const left = new Set(modified)
  const numbers = present
    .filter(({ row }) => left.has(row.uid))
    .map(({ seq, row }) => (numbering === 'uid' ? row.uid : seq))
  return `[MODIFIED ${formatSet(numbers)}] Some were changed meanwhile and are left as they are`
}
