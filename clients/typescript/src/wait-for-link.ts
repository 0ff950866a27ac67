import { checkTime } from './check-arguments.ts'
import { Deadline } from './deadline.ts'
import type { LinkKind, MessageCodes } from './message.ts'
import { Messages } from './messages.ts'
import type { Transport } from './transport.ts'
import { DEFAULT_WAIT, type ReceivedMessage, type WaitOptions, waitForMessages } from './wait.ts'
import { MAX_NEAR_MISSES, type NearMiss, WaitTimeout } from './wait-timeout.ts'

export interface LinkOptions extends Omit<WaitOptions, 'has' | 'claim'> {
  /** Without it, the link that the mail is about: to verify, reset or log in, else any but one to unsubscribe. */
  readonly kind?: LinkKind | undefined
}

/** In this order: a mail that asks to confirm something also has a link to the home page. */
const WORTH_FOLLOWING: readonly (readonly LinkKind[])[] = [['verify', 'reset', 'login'], ['other']]

/** The link of the first message that has such a one. The service does not ask for kinds, so the messages are looked at here. */
export async function waitForLink(transport: Transport, address: string, options: LinkOptions): Promise<string> {
  const { kind, timeout = DEFAULT_WAIT, ...rest } = options
  const deadline = new Deadline(checkTime(timeout, 'timeout'))
  const misses: NearMiss[] = []
  let { after } = options
  for (;;) {
    const asked = { ...rest, after, timeout: deadline.left, has: 'link' } as const
    const [message] = (await waitForMessages(transport, address, asked).catch((error: unknown) => {
      throw error instanceof WaitTimeout ? explain(error, timeout, misses) : error
    })) as [ReceivedMessage]
    const href = pickLink(message, kind) ?? (after === undefined ? await lookBack(transport, address, options) : null)
    if (href !== null) return href
    misses.push({ id: message.id, from: message.from, subject: message.subject, failed: ['kind'] })
    after = message.cursor
  }
}

/** The newest message has no such link; an older one may have it. */
async function lookBack(transport: Transport, address: string, options: LinkOptions): Promise<string | null> {
  const { kind, from, subject, contains, signal } = options
  const older = new Messages(transport).list(address, { from, subject, contains, has: 'link', signal })
  for await (const message of older) {
    const href = pickLink(message, kind)
    if (href !== null) return href
  }
  return null
}

function pickLink({ links }: MessageCodes, kind: LinkKind | undefined): string | null {
  const wanted = kind === undefined ? WORTH_FOLLOWING : [[kind]]
  const found = wanted.map((kinds) => links.find((link) => kinds.includes(link.kind)))
  return found.find((link) => link !== undefined)?.href ?? null
}

function explain(error: WaitTimeout, timeout: number, misses: readonly NearMiss[]): WaitTimeout {
  const { address, cursor, refused } = error
  const nearMisses = [...misses, ...error.nearMisses].slice(-MAX_NEAR_MISSES)
  return new WaitTimeout({ address, timeout, cursor, refused, nearMisses })
}
