import { DomainError } from '../../domain/domain-error.ts'
import type { AppendOutcome, Arrival, HeldBounds, Placed, Recipient } from '../../domain/ports.ts'
import { adoptStaged, dropBody, insertBody } from './bodies.ts'
import type { Database } from './database.ts'
import { emit } from './events.ts'
import { addHeldBytes, boundAddress, boundTotal } from './held.ts'
import { type InboxRow, inboxRow, insertInbox } from './inboxes.ts'
import { insertMessage } from './messages.ts'

/**
 * The whole batch in one commit. Refusals are known before anything of an arrival is written. Should the engine itself
 * refuse a row, the batch is rolled back and each arrival tried alone, so that it fails for itself only.
 */
export function append(db: Database, batch: readonly Arrival[], bounds: HeldBounds): AppendOutcome[] {
  try {
    return db.transaction(() => appendAll(db, batch, bounds))
  } catch (error) {
    if (batch.length === 1 || isDiskFull(error)) throw error
    return batch.map((arrival) => {
      try {
        return db.transaction(() => appendAll(db, [arrival], bounds))[0] as AppendOutcome
      } catch (cause) {
        return new DomainError('unavailable', 'The message could not be stored. Try again later.', { cause })
      }
    })
  }
}

export function isDiskFull(error: unknown): boolean {
  const SQLITE_FULL = 13
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL
}

function appendAll(db: Database, batch: readonly Arrival[], bounds: HeldBounds): AppendOutcome[] {
  const outcomes = batch.map((arrival) => appendOne(db, arrival, bounds))
  boundTotal(db, bounds)
  return outcomes
}

interface Target extends InboxRow {
  readonly address: string
  readonly accountId: string | null
}

function appendOne(db: Database, arrival: Arrival, bounds: HeldBounds): AppendOutcome {
  const staged = arrival.raw instanceof Uint8Array ? null : Number(arrival.raw.staged)
  const addresses = [...new Set(arrival.recipients.map((recipient) => recipient.address))]
  const refusal = overCap(db, arrival, bounds)
  if (refusal) {
    if (staged !== null) dropBody(db, staged)
    return refusal
  }
  const targets = addresses.map((address) => findTarget(db, address, arrival.receivedAt))
  const bodyNo = keepBody(db, arrival.raw, staged, targets.length)
  const placed = new Map(targets.map((target) => [target.address, place(db, target, arrival, bodyNo, bounds)]))
  return arrival.recipients.map((recipient) => placed.get(recipient.address) as Placed)
}

function overCap(db: Database, { recipients, sizeBytes }: Arrival, bounds: HeldBounds): DomainError | null {
  const caps = new Map<number, { room: number }>()
  for (const { address, storedBytesCap } of uniqueByAddress(recipients)) {
    if (storedBytesCap === null && sizeBytes <= bounds.maxBytes) continue
    const account = db.get<{ no: number; bytes: number }>(
      'SELECT a.no, a.stored_bytes AS bytes FROM inbox i JOIN account a ON a.no = i.account_no WHERE i.address = ?',
      address,
    )
    if (!account && sizeBytes > bounds.maxBytes) {
      return new DomainError('storage_full', 'The message is larger than all held mail may be.')
    }
    if (!account || storedBytesCap === null) continue
    const cap = caps.get(account.no) ?? { room: storedBytesCap - account.bytes }
    caps.set(account.no, cap)
    cap.room -= sizeBytes
    if (cap.room < 0) return new DomainError('inbox_full', 'The account of this inbox has no room left.')
  }
  return null
}

function uniqueByAddress(recipients: readonly Recipient[]): Iterable<Recipient> {
  if (recipients.length === 1) return recipients
  return new Map(recipients.map((recipient) => [recipient.address, recipient])).values()
}

function findTarget(db: Database, address: string, at: number): Target {
  const row = inboxRow(db, address) ?? insertInbox(db, address, null, at)
  const account =
    row.accountNo === null ? null : db.get<{ id: string }>('SELECT id FROM account WHERE no = ?', row.accountNo)
  return { ...row, address, accountId: account?.id ?? null }
}

function keepBody(db: Database, raw: Arrival['raw'], staged: number | null, refs: number): number {
  if (raw instanceof Uint8Array) return insertBody(db, raw, refs)
  if (staged === null || !adoptStaged(db, staged, refs)) throw new Error('The staged body is gone.')
  return staged
}

function place(db: Database, target: Target, arrival: Arrival, bodyNo: number, bounds: HeldBounds): Placed {
  const seq = target.lastSeq + 1
  const receivedAt = Math.max(arrival.receivedAt, target.lastMessageAt ?? 0)
  const { sizeBytes, envelopeFrom, summary, tls } = arrival
  insertMessage(db, { inboxNo: target.no, seq, bodyNo, receivedAt, sizeBytes, envelopeFrom, summary, tls })
  if (target.accountNo === null) {
    addHeldBytes(db, sizeBytes)
    boundAddress(db, target.no, target.messageCount + 1, bounds)
  } else {
    db.run('UPDATE account SET stored_bytes = stored_bytes + ? WHERE no = ?', sizeBytes, target.accountNo)
    emit(db, {
      accountNo: target.accountNo,
      type: 'message.received',
      at: receivedAt,
      inboxId: target.id,
      inbox: target.address,
      messageSeq: seq,
    })
  }
  return { inboxId: target.id, accountId: target.accountId, seq }
}
