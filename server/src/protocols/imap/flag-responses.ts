import type { Row } from './backend.ts'
import type { Dialogue, Selected } from './dialogue.ts'
import { SYSTEM_FLAGS } from './flags.ts'
import { list } from './serialise.ts'
import type { Numbered } from './view.ts'

/** RFC 3501 §7.2.6: the flags that a client may meet in the mailbox. */
export function tellKeywords({ outlet }: Dialogue, { view }: Selected): void {
  outlet.line(`* FLAGS ${list([...SYSTEM_FLAGS, ...view.keywords])}`)
}

/** Before a keyword is used that the client has not met here. */
export function announceKeywords(dialogue: Dialogue, selected: Selected, rows: readonly Row[]): void {
  if (selected.view.learnKeywords(rows)) tellKeywords(dialogue, selected)
}

/** FLAGS with the session's own \Recent. */
export function flagsItem({ view }: Selected, { uid, flags }: Row): string {
  return `FLAGS ${list(view.isRecent(uid) ? [...flags, '\\Recent'] : flags)}`
}

/** RFC 7162 §3.1.4.2. */
export function modSeqItem({ modSeq }: Row): string {
  return `MODSEQ (${modSeq})`
}

/** Tells the flags of messages that the client has not asked about, or has just changed. */
export async function tellFlags(dialogue: Dialogue, selected: Selected, messages: readonly Numbered[]): Promise<void> {
  announceKeywords(
    dialogue,
    selected,
    messages.map(({ row }) => row),
  )
  for (const { seq, row } of messages) {
    // RFC 3501 §6.4.8: in a UID command the UID must be there, and in others it does no harm.
    const items = [`UID ${row.uid}`, flagsItem(selected, row)]
    if (dialogue.condstore) items.push(modSeqItem(row)) // RFC 7162 §3.1: in all FETCH responses from then on
    dialogue.outlet.line(`* ${seq} FETCH ${list(items)}`)
    await dialogue.outlet.breathe()
  }
}
