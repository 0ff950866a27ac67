import type { ListedMail, MailTools, Page, PageWish, ShownMail, ToolInbox, Waited, WaitWish } from 'mayfly-mcp'
import type { Mail } from '../../app/mail.ts'
import { summaryOf, viewOfMessage } from '../../app/message-view.ts'
import type { Principal } from '../../app/owners.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import { decodeCursor, encodeCursor, seqAfter } from '../../domain/cursor.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { iso } from '../../domain/iso.ts'
import type { Hold } from './mcp-call.ts'
import { orRefuse } from './refusals.ts'

export interface AccountToolsOptions {
  readonly mail: Mail
  readonly principal: Principal
  readonly hold: Hold
}

/** What the tools do for one account, within the scope of the key and the limits of the plan. */
export function accountTools(options: AccountToolsOptions): MailTools {
  const { mail, principal } = options
  return {
    createInbox: () => orRefuse(createInbox(options)),
    listInboxes: (page) => orRefuse(listInboxes(options, page)),
    deleteInbox: (address) => orRefuse(deleteInbox(options, address)),
    listMessages: (address, page) => orRefuse(listMessages(options, address, page)),
    getMessage: (id) => orRefuse(mail.message(principal, id).then((found) => viewOfMessage(found, principal.scope))),
    wait: (address, wish, signal) => orRefuse(wait(options, address, wish, signal)),
  }
}

async function createInbox({ mail, principal }: AccountToolsOptions): Promise<ToolInbox> {
  requireScope(principal, ['full', 'codes'], 'create inboxes')
  return (await mail.createInbox(principal, {})).inbox
}

async function listInboxes(
  { mail, principal }: AccountToolsOptions,
  { cursor, limit }: PageWish,
): Promise<Page<ToolInbox>> {
  const { inboxes, next } = await mail.listInboxes(principal, cursor ?? null, limit)
  return { data: inboxes, next_cursor: next }
}

async function deleteInbox({ mail, principal }: AccountToolsOptions, address: string): Promise<void> {
  requireScope(principal, ['full'], 'delete anything')
  await mail.deleteInbox(principal, address)
}

async function listMessages(
  { mail, principal }: AccountToolsOptions,
  address: string,
  { cursor, limit }: PageWish,
): Promise<Page<ListedMail>> {
  const inbox = await mail.openInbox(principal, address)
  const place = cursor === undefined ? undefined : decodeCursor(cursor)
  if (place !== undefined && place?.inboxId !== inbox.id) {
    throw new DomainError('invalid_request', 'This is no cursor of this inbox: take next_cursor of the answer before.')
  }
  const { listed, next } = await mail.listMessages(inbox, { limit, before: place?.seq })
  return {
    data: listed.map((one) => summaryOf(one, principal.scope)),
    next_cursor: next === null ? null : encodeCursor({ inboxId: inbox.id, seq: next }),
  }
}

async function wait(
  { mail, principal, hold }: AccountToolsOptions,
  address: string,
  { timeout, after, from, subject, has }: WaitWish,
  cancelled: AbortSignal,
): Promise<Waited> {
  const inbox = await mail.openInbox(principal, address)
  const seq = after === undefined ? undefined : seqAfter(after, inbox.id)
  const query = { after: seq, count: 1, claim: false, from, subject, has }
  const waited = await hold(timeout, (signal, recheck) =>
    mail.waitForMessage(principal, inbox, query, AbortSignal.any([signal, cancelled]), recheck),
  )
  const { status, cursor } = waited
  if (status === 'received') return { status, messages: waited.found.map((one) => shown(one, principal)), cursor }
  const near_misses = waited.nearMisses.map(({ id, from, subject, failed }) =>
    principal.scope === 'codes' ? { id, failed } : { id, from, subject, failed },
  )
  return { status, cursor, near_misses, refused: waited.refused.map((one) => ({ ...one, at: iso(one.at) })) }
}

function shown(found: Parameters<typeof viewOfMessage>[0], { scope }: Principal): ShownMail {
  return viewOfMessage(found, scope)
}

function requireScope({ scope }: Principal, scopes: readonly KeyScope[], what: string): void {
  if (scopes.includes(scope)) return
  throw new DomainError('forbidden', `A key with the scope "${scope}" may not ${what}.`)
}
