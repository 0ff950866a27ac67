import type { PlanName } from '../../domain/plan.ts'

export const RETENTION: Readonly<Record<PlanName, number>> = { free: 1_000, plus: 3_000, elite: 9_000, team: 27_000 }
export const HELD_TTL = 500
export const HELD_PER_ADDRESS = 4
export const STORED_CAP = 300
export const INBOX_CAP = 2

export interface ModelInbox {
  owner: number | null
  createdAt: number
  lastMessageAt: number
  lastReadAt: number
  lastSeq: number
  messages: { readonly seq: number; readonly at: number; readonly size: number }[]
}

/** The least that does what a store should, for accounts 0, 1, 2… and addresses in one map. */
export class Model {
  readonly inboxes = new Map<string, ModelInbox>()
  readonly plans: PlanName[]
  /** How many events each account has had. */
  readonly events: number[]

  constructor(accounts: number) {
    this.plans = Array.from({ length: accounts }, () => 'free')
    this.events = Array.from({ length: accounts }, () => 0)
  }

  claim(account: number, address: string, at: number): 'claimed' | 'own' | 'inbox_taken' | 'inbox_limit_reached' {
    const found = this.inboxes.get(address)
    if (found?.owner === account) return 'own'
    if (found && found.owner !== null) return 'inbox_taken'
    if (this.inboxCount(account) >= INBOX_CAP) return 'inbox_limit_reached'
    const inbox = found ?? this.#make(address, at)
    inbox.owner = account
    inbox.createdAt = at
    inbox.messages = inbox.messages.filter((message) => message.at >= at - HELD_TTL)
    this.events[account] = (this.events[account] ?? 0) + 1 + inbox.messages.length
    return 'claimed'
  }

  /** The seq for each recipient, or null where it is refused. */
  append(addresses: readonly string[], size: number, at: number): number[] | null {
    const distinct = [...new Set(addresses)]
    for (const account of this.plans.keys()) {
      const share = distinct.filter((address) => this.inboxes.get(address)?.owner === account).length * size
      if (share > 0 && this.storedBytes(account) + share > STORED_CAP) return null
    }
    for (const address of distinct) this.#put(this.inboxes.get(address) ?? this.#make(address, at), size, at)
    return addresses.map((address) => this.inboxes.get(address)?.lastSeq ?? 0)
  }

  touch(address: string, at: number): void {
    const inbox = this.inboxes.get(address)
    if (inbox) inbox.lastReadAt = at
  }

  sweep(now: number): void {
    for (const [address, inbox] of this.inboxes) {
      const since = now - (inbox.owner === null ? HELD_TTL : RETENTION[this.plans[inbox.owner] ?? 'free'])
      inbox.messages = inbox.messages.filter((message) => message.at >= since)
      const used = Math.max(inbox.createdAt, inbox.lastMessageAt, inbox.lastReadAt)
      if (inbox.owner === null ? inbox.messages.length === 0 : used < since) this.inboxes.delete(address)
    }
  }

  inboxCount(account: number): number {
    return this.#of(account).length
  }

  storedBytes(account: number): number {
    return this.#of(account).reduce((sum, inbox) => sum + bytesOf(inbox), 0)
  }

  #of(account: number): ModelInbox[] {
    return [...this.inboxes.values()].filter((inbox) => inbox.owner === account)
  }

  #make(address: string, at: number): ModelInbox {
    const inbox = { owner: null, createdAt: at, lastMessageAt: 0, lastReadAt: 0, lastSeq: 0, messages: [] }
    this.inboxes.set(address, inbox)
    return inbox
  }

  #put(inbox: ModelInbox, size: number, at: number): void {
    inbox.lastSeq++
    inbox.lastMessageAt = at
    inbox.messages.push({ seq: inbox.lastSeq, at, size })
    if (inbox.owner !== null) this.events[inbox.owner] = (this.events[inbox.owner] ?? 0) + 1
    else if (inbox.messages.length > HELD_PER_ADDRESS) inbox.messages.shift()
  }
}

export function bytesOf(inbox: ModelInbox): number {
  return inbox.messages.reduce((sum, message) => sum + message.size, 0)
}
