import { type Command, SELECTED } from '../command.ts'
import type { Cursor } from '../cursor.ts'
import type { Dialogue, Selected } from '../dialogue.ts'
import { type FetchItem, takeFetchItems } from '../fetch/fetch-item.ts'
import { writeMessage } from '../fetch/write-message.ts'
import { announceKeywords } from '../flag-responses.ts'
import { hasFlag } from '../flags.ts'
import { expungeIssued, findMessages, type Numbering } from '../messages.ts'
import { sync, tellExpunged } from '../sync.ts'
import type { Numbered } from '../view.ts'

/** Messages whose \Seen is set at once: a client that goes away has not read what it was not sent. */
const BATCH = 50

/** RFC 3501 §6.4.5. */
export function fetch(numbering: Numbering): Command {
  return {
    states: SELECTED,
    parse(cursor) {
      cursor.space()
      const set = cursor.sequenceSet()
      cursor.space()
      const asked = takeFetchItems(cursor)
      const changedSince = cursor.skip(' ') ? takeChangedSince(cursor) : null
      cursor.end()
      return async (dialogue) => {
        const { selected } = dialogue
        // RFC 7162 §3.1.4: both are ways to say that one knows mod-sequences.
        if (changedSince !== null || asked.some(({ kind }) => kind === 'MODSEQ')) dialogue.enableCondstore()
        await sync(dialogue, selected, 'hold')
        const found = findMessages(selected, numbering, set).filter(({ row }) => row.modSeq > (changedSince ?? -1))
        const items = completeItems(asked, numbering, dialogue.condstore, changedSince !== null)
        const missing = await fetchAll(dialogue, selected, found, items)
        if (numbering === 'uid') await tellExpunged(dialogue, selected)
        else if (missing > 0) throw expungeIssued()
        return { text: 'FETCH completed' }
      }
    },
  }
}

/** RFC 7162 §3.1.4.1. */
function takeChangedSince(cursor: Cursor): number {
  cursor.expect('(CHANGEDSINCE ')
  const modSeq = cursor.modSeq()
  cursor.expect(')')
  return modSeq
}

/** What is sent unasked: the UID in a UID command (RFC 3501 §6.4.8), MODSEQ beside flags (RFC 7162 §3.1). */
function completeItems(
  asked: readonly FetchItem[],
  numbering: Numbering,
  condstore: boolean,
  changedSince: boolean,
): readonly FetchItem[] {
  const has = (kind: FetchItem['kind']) => asked.some((item) => item.kind === kind)
  const items = [...asked]
  if (numbering === 'uid' && !has('UID')) items.unshift({ kind: 'UID' })
  if (!has('MODSEQ') && (changedSince || (condstore && has('FLAGS')))) items.push({ kind: 'MODSEQ' })
  return items
}

/** The number of messages that are gone, and of which nothing could be said. */
async function fetchAll(
  dialogue: Dialogue,
  selected: Selected,
  messages: readonly Numbered[],
  items: readonly FetchItem[],
): Promise<number> {
  const reads = items.some((item) => item.kind === 'section' && !item.peek) && !selected.readOnly
  let missing = 0
  for (let at = 0; at < messages.length; at += BATCH) {
    dialogue.checkEnd()
    const batch = messages.slice(at, at + BATCH)
    const seen = reads ? await markSeen(selected, batch) : new Map<number, Numbered>()
    for (const message of batch) {
      dialogue.checkEnd()
      const marked = seen.get(message.row.uid)
      const written = await (marked === undefined
        ? writeMessage(dialogue, selected, message, items)
        : writeMessage(dialogue, selected, marked, withFlags(dialogue, selected, marked, items)))
      if (!written) missing += 1
    }
  }
  return missing
}

/** RFC 3501 §6.4.5: reading sets \Seen. */
async function markSeen({ mailbox, view }: Selected, messages: readonly Numbered[]): Promise<Map<number, Numbered>> {
  const unseen = messages.filter(({ row }) => !hasFlag(row.flags, '\\Seen') && !view.isGone(row.uid))
  if (unseen.length === 0) return new Map()
  const uids = unseen.map(({ row }) => row.uid)
  const { rows } = await mailbox.storeFlags(uids, 'add', ['\\Seen'])
  return new Map(view.update(rows).map((message) => [message.row.uid, message]))
}

/** RFC 3501 §6.4.5: flags that reading has changed are part of the answer. */
function withFlags(
  dialogue: Dialogue,
  selected: Selected,
  { row }: Numbered,
  items: readonly FetchItem[],
): readonly FetchItem[] {
  announceKeywords(dialogue, selected, [row])
  const has = (kind: FetchItem['kind']) => items.some((item) => item.kind === kind)
  const added: FetchItem[] = has('FLAGS') ? [] : [{ kind: 'FLAGS' }]
  if (dialogue.condstore && !has('MODSEQ')) added.push({ kind: 'MODSEQ' })
  return [...items, ...added]
}
