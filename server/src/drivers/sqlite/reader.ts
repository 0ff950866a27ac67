import { workerData } from 'node:worker_threads'
import type { ApiKey } from '../../domain/api-key.ts'
import type { CustomDomain } from '../../domain/custom-domain.ts'
import type { LogEvent } from '../../domain/event.ts'
import type { Inbox } from '../../domain/inbox.ts'
import type { FolderOwner, Mailbox, MarkedRow } from '../../domain/mailbox.ts'
import type { RowPage } from '../../domain/mailbox-store.ts'
import type { MessageRow, MessageText, Rendition } from '../../domain/message.ts'
import type { AccountListing, InboxPlace, MessagePage } from '../../domain/ports.ts'
import type { Delivery, Webhook } from '../../domain/webhook.ts'
import type { Backlog, DeliveryPage } from '../../domain/webhook-store.ts'
import { listAccounts, listKeys } from './accounts.ts'
import { Database } from './database.ts'
import { backlog, getDelivery, listDeliveries } from './deliveries.ts'
import { listDomains } from './domains.ts'
import { listEvents } from './events.ts'
import { listInboxes } from './inboxes.ts'
import { getStructure, listFolders, listRows, listSubscriptions, listUids } from './mailboxes.ts'
import { listMessages, readRaw } from './messages.ts'
import { peopleReaderOps } from './people/ops.ts'
import { readRenditions, readTexts } from './renditions.ts'
import { serveOps } from './serve-ops.ts'
import { listWebhooks } from './webhooks.ts'

/** Reads what is too much for the main thread. In WAL mode a reader never waits for the writer. */
let db: Database

const ops = {
  open(): void {
    db = new Database(workerData as string, { readOnly: true })
  },
  messages: (inboxId: string, page: MessagePage): MessageRow[] => listMessages(db, inboxId, page),
  raw: (inboxId: string, seq: number): Uint8Array | null => readRaw(db, inboxId, seq),
  texts: (inboxId: string, seqs: readonly number[]): (MessageText | null)[] => readTexts(db, inboxId, seqs),
  renditions: (inboxId: string, seqs: readonly number[]): (Rendition | null)[] => readRenditions(db, inboxId, seqs),
  events: (accountId: string, after: number, limit: number): LogEvent[] => listEvents(db, accountId, after, limit),
  inboxes: (accountId: string, after: InboxPlace | null, limit: number): Inbox[] =>
    listInboxes(db, accountId, after, limit),
  keys: (accountId: string): ApiKey[] => listKeys(db, accountId),
  accounts: (after: string | null, limit: number): AccountListing[] => listAccounts(db, after, limit),
  webhooks: (accountId: string): Webhook[] => listWebhooks(db, accountId),
  delivery: (accountId: string, webhookId: string, seq: number): Delivery | null =>
    getDelivery(db, accountId, webhookId, seq),
  deliveries: (accountId: string, webhookId: string | null, page: DeliveryPage): Delivery[] =>
    listDeliveries(db, accountId, webhookId, page),
  backlog: (): Backlog => backlog(db),
  folders: (owner: FolderOwner): Mailbox[] => listFolders(db, owner),
  markedRows: (id: string, page: RowPage): MarkedRow[] => listRows(db, id, page),
  uids: (id: string, after: number, limit: number): number[] => listUids(db, id, after, limit),
  structure: (id: string, uid: number): string | null => getStructure(db, id, uid),
  subscriptions: (owner: FolderOwner): string[] => listSubscriptions(db, owner),
  domains: (accountId: string, after: string | null, limit: number): CustomDomain[] =>
    listDomains(db, accountId, after, limit),
  ...peopleReaderOps(() => db),
  close: (): void => db.close(),
}

export type ReaderOps = typeof ops

serveOps(ops)
