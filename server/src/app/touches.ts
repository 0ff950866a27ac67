import type { Store } from '../domain/ports.ts'

/** Reads are many and their moment matters only to the day: one write a minute for each key and inbox is enough. */
const GRAIN_MS = 60_000

/** Collects when keys, inboxes and sessions were last used, and writes it down now and then. */
export class Touches {
  readonly #store: Store
  #keys = new Map<string, number>()
  #inboxes = new Map<string, number>()
  #sessions = new Map<string, { readonly at: number; readonly expiresAt: number }>()

  constructor(store: Store) {
    this.#store = store
  }

  key(id: string, lastUsedAt: number | null, now: number): void {
    if (lastUsedAt === null || now - lastUsedAt >= GRAIN_MS) this.#keys.set(id, now)
  }

  inbox(id: string, lastReadAt: number | null, now: number): void {
    if (lastReadAt === null || now - lastReadAt >= GRAIN_MS) this.#inboxes.set(id, now)
  }

  session(id: string, at: number, expiresAt: number): void {
    this.#sessions.set(id, { at, expiresAt })
  }

  async flush(): Promise<void> {
    await this.#flushSessions()
    if (this.#keys.size + this.#inboxes.size === 0) return
    const [keys, inboxes] = [this.#keys, this.#inboxes]
    this.#keys = new Map()
    this.#inboxes = new Map()
    await this.#store.touch(keys, inboxes)
  }

  async #flushSessions(): Promise<void> {
    if (this.#sessions.size === 0) return
    const sessions = this.#sessions
    this.#sessions = new Map()
    await this.#store.people.touchSessions(sessions)
  }
}
