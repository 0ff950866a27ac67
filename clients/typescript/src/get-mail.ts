import { checkAddress, checkCount, checkMoment, checkTime } from './check-arguments.ts'
import { Deadline } from './deadline.ts'
import type { Mail } from './message.ts'
import type { Transport } from './transport.ts'

export interface GetMailOptions {
  /** 1 to 100, the newest. Default 100; for more, iterate over `messages.list`. */
  readonly limit?: number | undefined
  /** Received then or later. */
  readonly since?: Date | string | undefined
  /** Part of the sender's address. */
  readonly from?: string | undefined
  /** Part of the subject. */
  readonly subject?: string | undefined
  /** Part of the subject, the text, or the text of the HTML. */
  readonly contains?: string | undefined
  /** Milliseconds to wait for where nothing matches yet. Default 0. */
  readonly wait?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** GET /getMail: newest first; empty where nothing matches, or nothing has come in time. */
export async function getMail(transport: Transport, email: string, options: GetMailOptions): Promise<Mail[]> {
  const { limit, from, subject, contains, signal } = options
  const since = options.since === undefined ? undefined : checkMoment(options.since, 'since')
  const asked = { email: checkAddress(email), limit, since, from, subject, contains }
  if (limit !== undefined) checkCount(limit, 'limit', 1)
  const deadline = new Deadline(checkTime(options.wait ?? 0, 'wait'))
  const query = () => ({ ...asked, wait: deadline.isOver ? undefined : deadline.holdSeconds() })
  const { hold, lastTry } = deadline
  const call = { method: 'GET', path: '/getMail', query, hold, deadline: lastTry, signal } as const
  for (;;) {
    const due = deadline.due()
    const mails = (await transport.json(call)) as Mail[]
    if (mails.length > 0 || deadline.isOver) return mails
    await deadline.restUntil(due, signal)
  }
}
