import { AUTHENTICATED, type Command } from '../command.ts'
import type { Dialogue } from '../dialogue.ts'
import { BadCommand, Farewell } from '../refusal.ts'
import { sync } from '../sync.ts'

const DONE_BYTES = 64

/** RFC 2177 §3. Without a mailbox there is nothing to tell, and the client may still wait. */
export const idle: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.end()
    return async (dialogue) => {
      dialogue.outlet.line('+ idling')
      dialogue.idling = true
      const over = new AbortController()
      const line = dialogue.listen(DONE_BYTES).finally(() => {
        dialogue.idling = false
        over.abort()
      })
      try {
        if (dialogue.state === 'selected') await tellUntil(dialogue, over.signal)
      } catch (error) {
        // The next line is still DONE, unless there is no next line.
        if (!(error instanceof Farewell)) await line
        throw error
      }
      const said = await line
      if (said === null) throw new Farewell('The session has ended')
      if (said.text.toUpperCase() !== 'DONE') throw new BadCommand('DONE expected')
      return { text: 'IDLE completed' }
    }
  },
}

async function tellUntil(dialogue: Dialogue, over: AbortSignal): Promise<void> {
  const { selected } = dialogue
  while (!over.aborted) {
    // Armed before the read: a change during the read is remembered, not lost.
    const bell = selected.mailbox.changed(over)
    await sync(dialogue, selected, 'tell')
    await dialogue.outlet.flush()
    await bell
  }
}
