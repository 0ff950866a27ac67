import type { Dialogue } from './dialogue.ts'
import { refuseRcptParameters } from './parameters.ts'
import { parsePath } from './path.ts'
import { ADDRESS_NOT_ASCII, BAD_RCPT, BAD_RECIPIENT, RECIPIENT_OK, type Reply, TOO_MANY_RECIPIENTS } from './replies.ts'
import { settle } from './settle.ts'
import type { Step } from './step.ts'

const KEYWORD = /^to: */i

/** RFC 5321 §4.1.1.3. */
export function rcpt(dialogue: Dialogue, args: string): Step | Promise<Step> {
  const misplaced = dialogue.misplaced('RCPT')
  if (misplaced !== null) return { reply: misplaced }
  const { handler, limits } = dialogue.setup
  const address = parseRecipient(args, dialogue.sender?.smtputf8 ?? false)
  if (typeof address !== 'string') return { reply: address }
  if (dialogue.recipients >= limits.recipients) return { reply: TOO_MANY_RECIPIENTS } // RFC 5321 §4.5.3.1.10
  return settle<Reply | null, Step>(
    () => handler.recipient(address, dialogue.sender?.declaredSize ?? null),
    (answer) => {
      const reply = answer ?? RECIPIENT_OK
      if (reply.code < 400) dialogue.addRecipient(address)
      return { reply }
    },
    (error) => ({ reply: dialogue.blame(error) }),
  )
}

function parseRecipient(args: string, smtputf8: boolean): string | Reply {
  const keyword = KEYWORD.exec(args)
  if (keyword === null) return BAD_RCPT
  const path = parsePath(args, keyword[0].length, 'forward')
  if (path === null) return BAD_RECIPIENT
  if (path.end < args.length && args[path.end] !== ' ') return BAD_RECIPIENT
  const refusal = refuseRcptParameters(args.slice(path.end))
  if (refusal !== null) return refusal
  return path.ascii || smtputf8 ? path.address : ADDRESS_NOT_ASCII // RFC 6531 §3.5
}
