import * as z from 'zod/v4'
import type { Call } from './define-tool.ts'
import type { Waited, WaitWish } from './mail-tools.ts'
import { type Mark, untrustedLine } from './untrusted-block.ts'

const DEFAULT_SECONDS = 45
/** Less than the minute after which clients and proxies give up. */
const MAX_SECONDS = 55
const TICK_SECONDS = 5
/** No header line is longer (RFC 5322 §2.1.1). */
const MAX_FILTER = 998
const MAX_LINE = 300

const Filter = z.string().min(1).max(MAX_FILTER).optional()

export const WaitInput = {
  inbox: z.string().describe('The address of the inbox, as create_inbox returned it.'),
  timeout: z
    .number()
    .min(0)
    .default(DEFAULT_SECONDS)
    .describe(
      `How many seconds to wait, ${DEFAULT_SECONDS} by default. One call waits for ${MAX_SECONDS} at most, however much more is asked for; 0 only looks.`,
    ),
  after: z
    .string()
    .optional()
    .describe(
      'The cursor of an earlier answer about this inbox: only mail that came after it counts. Without it, a mail that is there already counts.',
    ),
  from: Filter.describe('Only mail whose sender address contains this, in upper or lower case.'),
  subject: Filter.describe('Only mail whose subject contains this, in upper or lower case.'),
}

/** What the answer to a wait that ended without its mail explains itself with. */
export const TimeoutOutput = {
  cursor: z.string().describe('Pass it as `after` to wait for what comes next.'),
  near_misses: z
    .array(
      z.object({
        id: z.string(),
        from: z.string().optional().describe('Untrusted.'),
        subject: z.string().optional().describe('Untrusted.'),
        failed: z.array(z.string()).describe('The conditions that did not hold.'),
      }),
    )
    .optional()
    .describe('Mail that came and did not match. Only after a time-out.'),
  refused: z
    .array(z.object({ at: z.string(), from: z.string().describe('Untrusted.'), reason: z.string() }))
    .optional()
    .describe('Mail for this inbox that was not taken, and why. Only after a time-out.'),
}

export type TimedOut = Extract<Waited, { readonly status: 'timeout' }>
type Explanation = z.infer<z.ZodObject<typeof TimeoutOutput>>

/** Waits, and tells the client meanwhile that it still does. */
export async function waitForMail(
  { mail, signal, progress }: Call,
  address: string,
  wish: WaitWish,
): Promise<{ readonly waited: Waited; readonly seconds: number }> {
  const seconds = Math.min(wish.timeout, MAX_SECONDS)
  let passed = 0
  const tell = (): void => progress(passed, seconds, `Waiting for mail, ${passed} of ${seconds} s`)
  const ticking = setInterval(() => {
    passed += TICK_SECONDS
    if (passed < seconds) tell()
  }, TICK_SECONDS * 1_000)
  tell()
  try {
    return { waited: await mail.wait(address, { ...wish, timeout: seconds }, signal), seconds }
  } finally {
    clearInterval(ticking)
  }
}

export function explainTimeout({ cursor, near_misses, refused }: TimedOut): Explanation {
  return {
    cursor,
    near_misses: near_misses.map(({ id, from, subject, failed }) => ({
      id,
      ...(from !== undefined && { from: untrustedLine(from, MAX_LINE) }),
      ...(subject !== undefined && { subject: untrustedLine(subject, MAX_LINE) }),
      failed: [...failed],
    })),
    refused: refused.map(({ at, from, reason }) => ({
      at,
      from: untrustedLine(from, MAX_LINE),
      reason: untrustedLine(reason, MAX_LINE),
    })),
  }
}

export function tellTimeout(waited: TimedOut, tool: string, seconds: number, mark: Mark): string {
  const { cursor, near_misses = [], refused = [] } = explainTimeout(waited)
  const misses = near_misses.map(({ id, from, subject, failed }) =>
    [`${id} did not match ${failed.join(', ')}`, from && `From: ${from}`, subject && `Subject: ${subject}`]
      .filter(Boolean)
      .join('; '),
  )
  const refusals = refused.map(({ at, from, reason }) => `refused at ${at}: ${reason}; From: ${from}`)
  const seen = [...misses, ...refusals]
  return [
    `No mail within ${seconds} s.`,
    `To go on waiting call ${tool} again with after "${cursor}". If nothing comes, check that the site was given this very address, or let it send the mail again.`,
    ...(seen.length === 0 ? [] : ['Mail that did not count:', mark.notice, mark.block(seen.join('\n'))]),
  ].join('\n')
}
