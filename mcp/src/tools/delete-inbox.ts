import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'

export const deleteInbox = defineTool({
  name: 'delete_inbox',
  title: 'Delete an inbox',
  description: 'Deletes an inbox with all of its mail, for good. Inboxes also go by themselves when nobody uses them.',
  input: z.object({ inbox: z.string().describe('The address of the inbox.') }),
  output: z.object({ deleted: z.string().describe('The address that is gone.') }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ inbox }, { mail }) {
    await mail.deleteInbox(inbox)
    return { data: { deleted: inbox }, text: `${inbox} and its mail are gone.` }
  },
})
