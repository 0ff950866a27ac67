import type { Dialogue } from './dialogue.ts'
import { DotReader } from './dot-reader.ts'
import type { MessageBody } from './message-body.ts'
import { LOCAL_ERROR, NO_ARGUMENT_ALLOWED, type Reply, START_INPUT } from './replies.ts'
import { proceed } from './settle.ts'
import type { Step } from './step.ts'

/** RFC 5321 §4.1.1.4. */
export function data(dialogue: Dialogue, args: string): Step {
  const misplaced = dialogue.misplaced('DATA')
  if (misplaced !== null) return { reply: misplaced }
  if (args !== '') return { reply: NO_ARGUMENT_ALLOWED }
  const body = dialogue.openBody()
  if (body === null) return { reply: LOCAL_ERROR }
  const reception = { reader: new DotReader(), body, finish: () => finishMessage(body) }
  return { reply: START_INPUT, reception }
}

/** RFC 5321 §4.1.1.4: whatever the answer, the transaction is over with it. */
export function finishMessage(body: MessageBody): Step | Promise<Step> {
  return proceed<Reply, Step>(body.end(), (reply) => ({ reply, after: 'reset' }))
}
