import { type Address, normaliseDomain, parseAddress } from '../domain/address.ts'
import { encodeCursor } from '../domain/cursor.ts'
import { DomainError } from '../domain/domain-error.ts'
import type { Inbox } from '../domain/inbox.ts'
import { iso } from '../domain/iso.ts'
import { retentionMs } from '../domain/plan.ts'
import type { InboxChange, InboxPlace } from '../domain/ports.ts'
import { claimInbox } from './claim-inbox.ts'
import type { Deps, MailDeps } from './deps.ts'
import { endInbox } from './end-inbox.ts'
import { randomLocalPart } from './inbox-names.ts'
import type { Principal } from './owners.ts'

/** An inbox as its owner sees it. */
export interface InboxView {
  readonly id: string
  readonly address: string
  readonly label: string | null
  readonly created_at: string
  readonly expires_at: string
  readonly last_message_at: string | null
  readonly message_count: number
  readonly unread_count: number
  readonly stored_bytes: number
  readonly cursor: string
}

export interface InboxWish {
  readonly address?: string | undefined
  readonly domain?: string | undefined
  readonly label?: string | null | undefined
  readonly ttlSeconds?: number | null | undefined
}

export interface CreatedInbox {
  readonly inbox: InboxView
  readonly created: boolean
}

export async function createInbox(deps: MailDeps, principal: Principal, wish: InboxWish): Promise<CreatedInbox> {
  const address = wishedAddress(deps, wish)
  deps.served.requireServedFor(principal.account.id, address)
  await endIfOver(deps, principal, address.text)
  const { inbox, claimed } = await claimInbox(deps, principal, address.text, {
    label: wish.label ?? null,
    expiresAt: endOf(deps, wish.ttlSeconds) ?? null,
  })
  return { inbox: viewOf(inbox, principal), created: claimed }
}

/** What is over gives its address free, whether the sweep has come by or not. */
async function endIfOver(deps: Deps, { account }: Principal, address: string): Promise<void> {
  const known = await deps.store.inboxByAddress(address)
  if (known?.accountId === account.id && isOver(deps, known)) await endInbox(deps, known.id)
}

export async function listInboxes(
  deps: Deps,
  principal: Principal,
  cursor: string | null,
  limit: number,
): Promise<{ readonly inboxes: readonly InboxView[]; readonly next: string | null }> {
  const found = await deps.store.inboxes(principal.account.id, cursor === null ? null : readPlace(cursor), limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const alive = page.filter((inbox) => !isOver(deps, inbox))
  return { inboxes: alive.map((inbox) => viewOf(inbox, principal)), next: last ? writePlace(last) : null }
}

/** Never claims: what is not this account's, or whose time is over, is not there. */
export async function ownInbox(deps: Deps, principal: Principal, email: string): Promise<Inbox> {
  const inbox = await deps.store.inboxByAddress(parseAddress(email).text)
  if (inbox?.accountId === principal.account.id && !isOver(deps, inbox)) return inbox
  throw new DomainError('not_found', 'You have no inbox of this address.')
}

/** The sweep may not have come by yet. */
export function isOver({ clock }: Deps, { expiresAt }: Inbox): boolean {
  return expiresAt !== null && expiresAt <= clock.now()
}

function writePlace({ createdAt, id }: InboxPlace): string {
  return Buffer.from(`${createdAt.toString(36)} ${id}`).toString('base64url')
}

function readPlace(cursor: string): InboxPlace {
  const parts = /^([0-9a-z]{1,11}) (ibx_[0-9a-z]{16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  const place = parts && { createdAt: Number.parseInt(parts[1] as string, 36), id: parts[2] as string }
  if (place && writePlace(place) === cursor) return place
  const detail = 'is no cursor of ours: take next_cursor of the page before'
  throw new DomainError('invalid_request', `cursor ${detail}`, { faults: [{ pointer: '/cursor', detail }] })
}

export async function changeInbox(
  deps: Deps,
  principal: Principal,
  email: string,
  { label, ttlSeconds }: Pick<InboxWish, 'label' | 'ttlSeconds'>,
): Promise<InboxView> {
  const { id } = await ownInbox(deps, principal, email)
  const expiresAt = endOf(deps, ttlSeconds)
  const change: InboxChange = { ...(label !== undefined && { label }), ...(expiresAt !== undefined && { expiresAt }) }
  const changed = await deps.store.updateInbox(id, change)
  if (!changed) throw new DomainError('not_found', 'You have no inbox of this address.')
  return viewOf(changed, principal)
}

export async function deleteInbox(deps: Deps, principal: Principal, email: string): Promise<void> {
  const { id } = await ownInbox(deps, principal, email)
  await endInbox(deps, id)
}

export function viewOf(inbox: Inbox, { plan }: Principal): InboxView {
  const active = Math.max(inbox.createdAt, inbox.lastReadAt ?? 0, inbox.lastMessageAt ?? 0)
  return {
    id: inbox.id,
    address: inbox.address,
    label: inbox.label,
    created_at: iso(inbox.createdAt),
    expires_at: iso(Math.min(inbox.expiresAt ?? Number.MAX_SAFE_INTEGER, active + retentionMs(plan))),
    last_message_at: inbox.lastMessageAt === null ? null : iso(inbox.lastMessageAt),
    message_count: inbox.messageCount,
    unread_count: inbox.unreadCount,
    stored_bytes: inbox.storedBytes,
    cursor: encodeCursor({ inboxId: inbox.id, seq: inbox.lastSeq }),
  }
}

function wishedAddress({ policy }: Deps, { address, domain }: InboxWish): Address {
  if (address !== undefined) return parseAddress(address)
  const wanted = domain === undefined ? (policy.domains.names[0] ?? 'mayfly.test') : normaliseDomain(domain)
  if (wanted === null) throw new DomainError('invalid_address', 'This is not a domain.')
  return parseAddress(`${randomLocalPart()}@${wanted}`)
}

/** Undefined where nothing was said, null where it is to have no end of its own. */
function endOf({ clock }: Deps, ttlSeconds: number | null | undefined): number | null | undefined {
  return ttlSeconds == null ? ttlSeconds : clock.now() + ttlSeconds * 1_000
}
