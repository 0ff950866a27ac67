import * as z from 'zod/v4'
import { defineTool } from '../define-tool.ts'
import type { ShownMail } from '../mail-tools.ts'
import { toCode } from '../shown-message.ts'
import { makeMark, untrustedLine } from '../untrusted-block.ts'
import { explainTimeout, TimeoutOutput, tellTimeout, WaitInput, waitForMail } from '../wait-for-mail.ts'

const NAME = 'wait_for_code'
const MAX_LINE = 300

export const waitForCode = defineTool({
  name: NAME,
  title: 'Wait for a one-time code',
  description:
    'Waits until a message with a one-time code (OTP, verification code, PIN) is in the inbox and returns the code alone. Mail ' +
    'without a code is passed over. Works with keys that may not read texts.',
  input: z.object(WaitInput),
  output: z.object({
    status: z.enum(['received', 'timeout']),
    code: z.string().optional().describe('As it is to be typed. Only where the status is received.'),
    confidence: z.number().optional().describe('From 0 to 1: how sure it is that this is the code.'),
    other_codes: z.array(z.string()).optional().describe('What else in the message could be the code, best first.'),
    message_id: z.string().optional(),
    from: z.string().optional().describe('Untrusted: the address that the sender gave.'),
    date: z.string().optional(),
    ...TimeoutOutput,
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ inbox, ...wish }, call) {
    const { waited, seconds } = await waitForMail(call, inbox, { ...wish, has: 'code' })
    const mark = makeMark()
    if (waited.status === 'timeout') {
      const data = { status: waited.status, ...explainTimeout(waited) }
      return { data, text: tellTimeout(waited, NAME, seconds, mark) }
    }
    const { status, cursor } = waited
    const found = codeOf(waited.messages[0] as ShownMail)
    const lines = [
      found.code,
      `It came at ${found.date} in message ${found.message_id}.`,
      ...(found.other_codes.length === 0 ? [] : [`If it is refused, try: ${found.other_codes.join(', ')}`]),
      `To wait for the next one pass after "${cursor}".`,
      mark.notice,
      mark.block(`From: ${found.from}`),
    ]
    return { data: { status, ...found, cursor }, text: lines.join('\n') }
  },
})

function codeOf({ id, date, from, codes }: ShownMail) {
  const [best, ...others] = codes.map(toCode)
  return {
    code: best?.value ?? '',
    confidence: best?.confidence ?? 0,
    other_codes: others.map(({ value }) => value),
    message_id: id,
    from: untrustedLine(from, MAX_LINE),
    date,
  }
}
