import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'

export const createInbox = defineTool({
  name: 'create_inbox',
  title: 'Create an inbox',
  description:
    'Creates a new, empty e-mail inbox and returns its address. Needs no input. Use the address wherever one is asked for, ' +
    'then call wait_for_code or wait_for_message with it.',
  input: z.object({}),
  output: z.object({
    address: z.string().describe('The e-mail address.'),
    expires_at: z.string().describe('When the inbox is gone, unless it is read or gets mail before.'),
    cursor: z.string().describe('Pass it as `after` to wait for what comes from now on.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(_input, { mail }) {
    const { address, expires_at, cursor } = await mail.createInbox()
    return {
      data: { address, expires_at, cursor },
      text: `${address}\nIt is there until ${expires_at}, or longer if used.`,
    }
  },
})
