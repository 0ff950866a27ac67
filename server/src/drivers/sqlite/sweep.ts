import type { PlanName } from '../../domain/plan.ts'
import type { SweepRules, Swept } from '../../domain/ports.ts'
import type { Database } from './database.ts'
import { dropEvents } from './events.ts'
import { addHeldBytes } from './held-total.ts'
import { detachFolders } from './inboxes.ts'
import { deleteOldest } from './messages.ts'
import { Releases } from './releases.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

interface DueInbox {
  readonly no: number
  readonly accountNo: number | null
  readonly plan: PlanName | null
  readonly activeAt: number
  readonly expiresAt: number | null
  readonly folder: string | null
  readonly id: string
}

/** Visits the inboxes that are due, each by its own plan, until `limit` messages are gone or none is due. */
export function sweep(db: Database, rules: SweepRules): Swept {
  return db.transaction(() => {
    const due = db.all<DueInbox>(
      `SELECT i.no, i.account_no AS accountNo, a.plan,
         max(i.created_at, coalesce(i.last_read_at, 0), coalesce(i.last_message_at, 0)) AS activeAt,
         i.expires_at AS expiresAt, i.folder, i.id
       FROM inbox i LEFT JOIN account a ON a.no = i.account_no WHERE i.sweep_at <= ? ORDER BY i.sweep_at LIMIT ?`,
      rules.now,
      rules.limit,
    )
    const releases = new Releases()
    let messages = 0
    let inboxes = 0
    let more = due.length === rules.limit
    for (const inbox of due) {
      const visit = visitInbox(db, inbox, rules, rules.limit - messages, releases)
      messages += visit.messages
      inboxes += visit.gone ? 1 : 0
      if (visit.done) continue
      more = true
      break
    }
    releases.carryOut(db)
    const moreDeliveries = sweepDeliveries(db, rules)
    return { messages, inboxes, more: more || moreDeliveries || giveBackPages(db) }
  })
}

const OLDEST = 'SELECT oldest_at AS oldestAt FROM inbox WHERE no = ?'

interface Visit {
  readonly messages: number
  readonly gone: boolean
  readonly done: boolean
}

function visitInbox(db: Database, inbox: DueInbox, rules: SweepRules, limit: number, releases: Releases): Visit {
  const keepMs = inbox.plan === null ? rules.heldTtlMs : rules.retentionMs[inbox.plan]
  const expired = inbox.expiresAt !== null && inbox.expiresAt <= rules.now
  // What is exactly as old as its time stays, as it does when an inbox is claimed.
  const until = expired ? Number.MAX_SAFE_INTEGER : rules.now - keepMs - 1
  const deleted = deleteOldest(db, inbox.no, until, limit, releases)
  creditBytes(db, inbox.accountNo, deleted.bytes)
  if (inbox.accountNo !== null) dropEvents(db, inbox.accountNo, rules.now - keepMs - 1, rules.limit)
  const { oldestAt } = db.get<{ oldestAt: number | null }>(OLDEST, inbox.no) as { oldestAt: number | null }
  if (oldestAt !== null && oldestAt <= until) return { messages: deleted.count, gone: false, done: false }
  // A folder stays for as long as what it stands beside.
  const outlived = inbox.folder === null && inbox.activeAt <= until
  const lapsed = oldestAt === null && (inbox.accountNo === null || outlived)
  if (lapsed) dropInbox(db, inbox)
  else {
    const next = Math.min((oldestAt ?? inbox.activeAt) + keepMs + 1, inbox.expiresAt ?? Number.MAX_SAFE_INTEGER)
    db.run('UPDATE inbox SET sweep_at = ? WHERE no = ?', next, inbox.no)
  }
  return { messages: deleted.count, gone: lapsed, done: true }
}

function creditBytes(db: Database, accountNo: number | null, bytes: number): void {
  if (bytes === 0) return
  if (accountNo === null) addHeldBytes(db, -bytes)
  else db.run('UPDATE account SET stored_bytes = stored_bytes - ? WHERE no = ?', bytes, accountNo)
}

function dropInbox(db: Database, inbox: DueInbox): void {
  detachFolders(db, inbox.id)
  db.run('DELETE FROM inbox WHERE no = ?', inbox.no)
  if (inbox.accountNo !== null) db.run('UPDATE account SET inbox_count = inbox_count - 1 WHERE no = ?', inbox.accountNo)
}

/** Free pages below this share stay for the mail to come; the rest goes back to the disk, a little in each step. */
const SPARE_SHARE = 0.05
const SPARE_PAGES = 256
const PAGES_A_STEP = 256

function giveBackPages(db: Database): boolean {
  const { free } = db.get<{ free: number }>('SELECT freelist_count AS free FROM pragma_freelist_count') as {
    free: number
  }
  const { pages } = db.get<{ pages: number }>('SELECT page_count AS pages FROM pragma_page_count') as { pages: number }
  const surplus = free - Math.max(SPARE_PAGES, Math.floor(pages * SPARE_SHARE))
  if (surplus <= 0) return false
  db.exec(`PRAGMA incremental_vacuum(${Math.min(surplus, PAGES_A_STEP)})`)
  return surplus > PAGES_A_STEP
}
