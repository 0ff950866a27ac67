import { domainOf } from '../domain/address.ts'
import type { Peer } from '../domain/auth-results.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { TlsInfo } from '../domain/message.ts'
import type { Filed, Placed, Recipient } from '../domain/ports.ts'
import type { MailDeps } from './deps.ts'
import type { Intake } from './intake.ts'
import type { ReadAhead } from './read-ahead.ts'
import { OUTBOX } from './webhooks/outbox.ts'

export interface Addressee extends Recipient {
  /** The account whose domain it was when the recipient was accepted; null on a domain of the service. */
  readonly keptBy?: string | null
}

export interface IncomingMail {
  readonly envelopeFrom: string
  readonly recipients: readonly Addressee[]
  readonly receivedAt: number
  /** The whole source, or its pieces where it is too large to hold in memory. */
  readonly raw: Uint8Array | AsyncIterable<Uint8Array>
  /** The beginning of what the sender wrote, with its header, without the trace lines that we added. */
  readonly head: Uint8Array
  readonly sizeBytes: number
  readonly tls: TlsInfo | null
  /** Null where it does not come by SMTP. */
  readonly peer: Peer | null
  /** Where a mail program puts it there. */
  readonly filed?: Filed
}

export interface Delivery {
  readonly intake: Intake
  readonly readAhead: ReadAhead
}

/** RFC 5321 §6.3: a large number of Received lines means that the mail goes round in circles. */
const MAX_RECEIVED = 50

/** When this resolves, the mail is durable and every reader can see it. Answers with its place for each recipient. */
export async function deliver(
  deps: MailDeps,
  { intake, readAhead }: Delivery,
  mail: IncomingMail,
): Promise<readonly Placed[]> {
  const { raw, head, ...rest } = mail
  const summary = deps.mime.summarise(head)
  if (summary.receivedCount > MAX_RECEIVED) throw new DomainError('mail_loop', 'This mail is going round in circles.')
  requireStillKept(deps, mail.recipients)
  const outcome = await intake.append({
    ...rest,
    summary,
    raw: raw instanceof Uint8Array ? raw : await deps.store.stage(raw),
  })
  if (outcome instanceof DomainError) throw outcome
  // Before the bell: whoever is woken finds the parse under way.
  if (raw instanceof Uint8Array) readAhead.begin(outcome, raw)
  deps.wakeup.ring(outcome.flatMap(({ inboxId, accountId }) => (accountId === null ? [inboxId] : [inboxId, accountId])))
  if (outcome.some(({ deliveriesDue }) => deliveriesDue > 0)) deps.wakeup.ringOne(OUTBOX)
  return outcome
}

/** Between RCPT and the end of DATA a domain may have been given up, or have come to another account. */
function requireStillKept(deps: MailDeps, recipients: readonly Addressee[]): void {
  for (const { address, keptBy } of recipients) {
    if (keptBy == null) continue
    const domain = domainOf(address)
    if (deps.served.keeperOf(domain)?.accountId !== keptBy) throw deps.served.foreign(domain)
  }
}
