import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'
import type { ShownMail } from '../mail-tools.ts'
import { MessageSchema, toMessage } from '../shown-message.ts'
import { tellMessage } from '../told-message.ts'
import { makeMark } from '../untrusted-block.ts'
import { explainTimeout, TimeoutOutput, tellTimeout, WaitInput, waitForMail } from '../wait-for-mail.ts'

const NAME = 'wait_for_message'

export const waitForMessage = defineTool({
  name: NAME,
  title: 'Wait for a message',
  description:
    'Waits until a message is in the inbox and returns it, at the latest when the time is up. A message that is there already is ' +
    'returned at once, the newest first; to wait for the next one pass the cursor of the last answer as `after`. ' +
    'For a one-time code use wait_for_code.',
  input: z.object(WaitInput),
  output: z.object({
    status: z.enum(['received', 'timeout']),
    message: MessageSchema.optional().describe('Only where the status is received.'),
    ...TimeoutOutput,
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ inbox, ...wish }, call) {
    const { waited, seconds } = await waitForMail(call, inbox, wish)
    const mark = makeMark()
    if (waited.status === 'timeout') {
      const data = { status: waited.status, ...explainTimeout(waited) }
      return { data, text: tellTimeout(waited, NAME, seconds, mark) }
    }
    const { status, cursor } = waited
    const message = waited.messages[0] as ShownMail
    const text = `${tellMessage(message, mark)}\nTo wait for the next one pass after "${cursor}".`
    return { data: { status, message: toMessage(message, mark), cursor }, text }
  },
})
