import { AUTHENTICATED, type Command, type Completion } from '../command.ts'
import type { Dialogue } from '../dialogue.ts'
import { BadCommand, Farewell } from '../refusal.ts'
import { sync } from '../sync.ts'

const DONE_BYTES = 64

/** RFC 2177 §3. */
export const idle: Command = {
  states: AUTHENTICATED,
  parse(cursor) {
    cursor.end()
    return idleUntilDone
  },
}

/** One function, and little in it: its frame is what a session keeps while it idles. */
async function idleUntilDone(dialogue: Dialogue): Promise<Completion> {
  const { input } = dialogue
  // Without a mailbox there is nothing to tell, and the client may still wait.
  const selected = dialogue.state === 'selected' ? dialogue.selected : null
  dialogue.outlet.line('+ idling')
  // Armed before the read: a change during the read is remembered, not lost.
  selected?.mailbox.watch(input)
  try {
    while (selected !== null) {
      await sync(dialogue, selected, 'tell')
      if (input.buffered > 0) break
      dialogue.listening = true
      await input.rest()
      dialogue.listening = false
      dialogue.checkEnd()
    }
  } catch (error) {
    // The next line is still DONE, unless there is no next line.
    if (!(error instanceof Farewell)) await dialogue.listen(DONE_BYTES)
    throw error
  } finally {
    selected?.mailbox.unwatch(input)
  }
  const said = await dialogue.listen(DONE_BYTES)
  if (said === null) throw new Farewell('The session has ended')
  if (said.text.toUpperCase() !== 'DONE') throw new BadCommand('DONE expected')
  return { text: 'IDLE completed' }
}
