import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'
import type { ListedMail } from '../mail-tools.ts'
import { CodeSchema, toCode } from '../shown-message.ts'
import { makeMark, untrustedLine } from '../untrusted-block.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
const MAX_LINE = 300

const ListedSchema = z.object({
  id: z.string(),
  date: z.string(),
  from: z.string().describe('Untrusted: the address that the sender gave.'),
  codes: z.array(CodeSchema),
  link_count: z.number(),
  subject: z.string().optional().describe('Untrusted: written by the sender.'),
  size_bytes: z.number().optional(),
  attachment_count: z.number().optional(),
  seen: z.boolean().optional(),
})
type Listed = z.infer<typeof ListedSchema>

export const listMessages = defineTool({
  name: 'list_messages',
  title: 'List the messages of an inbox',
  description:
    'Lists the messages that are in an inbox now, newest first, without their texts. To read one call get_message with its ' +
    'id. To wait for one that is still to come call wait_for_message.',
  input: z.object({
    inbox: z.string().describe('The address of the inbox.'),
    limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('How many at most.'),
    cursor: z.string().optional().describe('next_cursor of the answer before, for older messages.'),
  }),
  output: z.object({
    messages: z.array(ListedSchema),
    next_cursor: z.string().nullable().describe('Null where there are no older ones.'),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ inbox, limit, cursor }, { mail }) {
    const { data, next_cursor } = await mail.listMessages(inbox, { limit, cursor })
    const messages = data.map(toListed)
    if (messages.length === 0) return { data: { messages, next_cursor }, text: `There is no mail in ${inbox}.` }
    const more = next_cursor === null ? [] : [`There are older ones: call list_messages with cursor "${next_cursor}".`]
    const mark = makeMark()
    const text = [...more, mark.notice, mark.block(messages.map(tellListed).join('\n'))].join('\n')
    return { data: { messages, next_cursor }, text }
  },
})

function toListed(mail: ListedMail): Listed {
  const { id, date, codes, links } = mail
  return {
    id,
    date,
    from: untrustedLine(mail.from, MAX_LINE),
    codes: codes.map(toCode),
    link_count: links.length,
    ...('subject' in mail && {
      subject: untrustedLine(mail.subject, MAX_LINE),
      size_bytes: mail.size_bytes,
      attachment_count: mail.attachment_count,
      seen: mail.seen,
    }),
  }
}

function tellListed({ id, date, from, subject, codes }: Listed): string {
  const found = codes.length === 0 ? '' : `; codes: ${codes.map(({ value }) => value).join(', ')}`
  return `${id}; ${date}; From: ${from}${subject === undefined ? '' : `; Subject: ${subject}`}${found}`
}
