import type { Dialogue, Sender } from './dialogue.ts'
import { parseMailParameters } from './parameters.ts'
import { parsePath } from './path.ts'
import { ADDRESS_NOT_ASCII, BAD_MAIL, BAD_SENDER, type Reply, SENDER_OK } from './replies.ts'
import { settle } from './settle.ts'
import type { Step } from './step.ts'

const KEYWORD = /^from: */i

/** RFC 5321 §4.1.1.2. */
export function mail(dialogue: Dialogue, args: string): Step | Promise<Step> {
  const misplaced = dialogue.misplaced('MAIL')
  if (misplaced !== null) return { reply: misplaced }
  const { handler, limits } = dialogue.setup
  const sender = parseSender(args, limits.messageBytes)
  if ('code' in sender) return { reply: sender }
  return settle<Reply | null, Step>(
    () => handler.sender(sender.from, sender.declaredSize),
    (answer) => {
      const reply = answer ?? SENDER_OK
      if (reply.code < 400) dialogue.begin(sender)
      return { reply }
    },
    (error) => ({ reply: dialogue.blame(error) }),
  )
}

function parseSender(args: string, messageBytes: number): Sender | Reply {
  const keyword = KEYWORD.exec(args)
  if (keyword === null) return BAD_MAIL
  const path = parsePath(args, keyword[0].length, 'reverse')
  if (path === null) return BAD_SENDER
  if (path.end < args.length && args[path.end] !== ' ') return BAD_SENDER
  const parameters = parseMailParameters(args.slice(path.end), messageBytes)
  if ('code' in parameters) return parameters
  if (!path.ascii && !parameters.smtputf8) return ADDRESS_NOT_ASCII // RFC 6531 §3.5
  return { from: path.address, ...parameters }
}
