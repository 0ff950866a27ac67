import type { Dialogue, Selected } from './dialogue.ts'
import { announceKeywords, tellFlags } from './flag-responses.ts'
import { sameFlags } from './flags.ts'
import { Farewell } from './refusal.ts'

/**
 * Tells the client what has happened in its mailbox, whoever did it. RFC 3501 §7.4.1: EXPUNGE only where the client
 * cannot have sent a message number that it would shift; until then what is gone keeps its number.
 */
export async function sync(dialogue: Dialogue, selected: Selected, expunges: 'tell' | 'hold'): Promise<void> {
  const { mailbox, view } = selected
  const changes = await mailbox.changesSince(view.modSeq)
  if (changes === null) throw new Farewell('[NONEXISTENT] The selected mailbox is no more')
  const { arrived, altered } = view.follow(changes)
  if (expunges === 'tell') await tellExpunged(dialogue, selected)
  if (arrived.length > 0) {
    await takeRecent(selected)
    announceKeywords(dialogue, selected, arrived)
    dialogue.outlet.line(`* ${view.size} EXISTS`)
    dialogue.outlet.line(`* ${view.recentCount} RECENT`)
  }
  const news = altered.filter(({ row, before }) => dialogue.condstore || !sameFlags(row.flags, before.flags))
  // Numbers may have moved since the view was brought up to date.
  await tellFlags(dialogue, selected, expunges === 'tell' ? view.renumber(news) : news)
}

/** The news of the selected mailbox, if there is one, at the end of a command in which EXPUNGE is allowed. */
export async function syncSelected(dialogue: Dialogue): Promise<void> {
  if (dialogue.state === 'selected') await sync(dialogue, dialogue.selected, 'tell')
}

/** RFC 3501 §7.4.1. */
export async function tellExpunged({ outlet }: Dialogue, { view }: Selected): Promise<void> {
  for (const seq of view.forgetGone()) {
    outlet.line(`* ${seq} EXPUNGE`)
    await outlet.breathe()
  }
}

/**
 * RFC 3501 §2.3.2: a message is \Recent in the first session that is told of it. One that only examines is told, too,
 * and leaves it to the next.
 */
export async function takeRecent({ mailbox, view, readOnly }: Selected): Promise<void> {
  const through = view.lastUid
  view.addRecent(await mailbox.firstRecent(through, !readOnly), through)
}
