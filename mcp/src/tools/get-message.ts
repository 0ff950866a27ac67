import * as z from 'zod/v4'
import { PART } from '../body-part.ts'
import { defineTool } from '../define-tool.ts'
import { MailRefusal } from '../mail-refusal.ts'
import { isWhole } from '../mail-tools.ts'
import { MessageSchema, toMessage } from '../shown-message.ts'
import { tellMessage } from '../told-message.ts'
import { makeMark } from '../untrusted-block.ts'

export const getMessage = defineTool({
  name: 'get_message',
  title: 'Read a message',
  description:
    `Reads one message by its id: sender, subject, text, codes, links, attachments. Of a long text it gives ${PART} ` +
    'characters at a time and says how to get the rest.',
  input: z.object({
    id: z.string().describe('The id of the message, from wait_for_message, wait_for_code or list_messages.'),
    html: z.boolean().default(false).describe('The HTML instead of the text. Rarely needed: the text has the words.'),
    offset: z.number().int().min(0).default(0).describe('Where to begin: next_offset of the answer before.'),
  }),
  output: z.object({ message: MessageSchema }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ id, html, offset }, { mail }) {
    const found = await mail.getMessage(id)
    if (!isWhole(found) && (html || offset > 0)) throw noText()
    const mark = makeMark()
    const wish = { html, offset }
    return { data: { message: toMessage(found, mark, wish) }, text: tellMessage(found, mark, wish) }
  },
})

function noText(): MailRefusal {
  const detail =
    'This API key has the scope "codes" and may not read texts. Its codes and links come from wait_for_code, '
  return new MailRefusal('forbidden', `${detail}or from get_message without html and offset.`)
}
