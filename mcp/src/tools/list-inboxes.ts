import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'
import { visibleLine } from '../visible-text.ts'

const LIMIT = 50
const MAX_LABEL = 100

const InboxSchema = z.object({
  address: z.string(),
  label: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  last_message_at: z.string().nullable(),
  message_count: z.number(),
  unread_count: z.number(),
})

export const listInboxes = defineTool({
  name: 'list_inboxes',
  title: 'List the inboxes',
  description: `Lists the inboxes of this account, newest first, up to ${LIMIT} at a time, with how many messages are in each.`,
  input: z.object({
    cursor: z.string().optional().describe('next_cursor of the answer before, for what follows it.'),
  }),
  output: z.object({
    inboxes: z.array(InboxSchema),
    next_cursor: z.string().nullable().describe('Null where there are no more.'),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ cursor }, { mail }) {
    const { data, next_cursor } = await mail.listInboxes({ limit: LIMIT, cursor })
    const inboxes = data.map((inbox) => InboxSchema.parse({ ...inbox, label: shownLabel(inbox.label) }))
    const lines = inboxes.map(
      ({ address, message_count, label }) =>
        `${address} (${message_count} messages${label === null ? '' : `, ${label}`})`,
    )
    const more = next_cursor === null ? [] : [`There are more: call list_inboxes with cursor "${next_cursor}".`]
    const text = lines.length === 0 ? 'There are no inboxes. Call create_inbox.' : [...lines, ...more].join('\n')
    return { data: { inboxes, next_cursor }, text }
  },
})

function shownLabel(label: string | null): string | null {
  return label === null ? null : visibleLine(label, MAX_LABEL)
}
