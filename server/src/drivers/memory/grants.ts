import { POLL_INTERVAL_MS, POLL_LEEWAY_MS, POLL_SLOWER_MS } from '../../domain/device-poll.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { DeviceGrant, GrantState, NewDeviceGrant } from '../../domain/people-store.ts'
import { hex } from './directory.ts'

interface Kept {
  readonly grant: DeviceGrant
  state: 'pending' | 'denied' | 'approved'
  userId: string | null
  intervalMs: number
  polledAt: number | null
}

/** The devices that ask to be let in. */
export class Grants {
  readonly #grants = new Map<string, Kept>()

  add({ deviceHash, ...grant }: NewDeviceGrant): void {
    if ([...this.#grants.values()].some((kept) => kept.grant.userCode === grant.userCode)) {
      throw new DomainError('conflict', 'This code is in use.')
    }
    const fresh = { state: 'pending', userId: null, intervalMs: POLL_INTERVAL_MS, polledAt: null } as const
    this.#grants.set(hex(deviceHash), { grant, ...fresh })
  }

  find(userCode: string, now: number): DeviceGrant | null {
    return this.#waiting(userCode, now)?.grant ?? null
  }

  decide(userCode: string, userId: string | null, now: number): boolean {
    const kept = this.#waiting(userCode, now)
    if (!kept) return false
    kept.state = userId === null ? 'denied' : 'approved'
    kept.userId = userId
    return true
  }

  poll(deviceHash: Uint8Array, now: number): GrantState {
    const kept = this.#grants.get(hex(deviceHash))
    if (!kept) return { state: 'unknown' }
    if (kept.grant.expiresAt <= now) return { state: 'expired' }
    const early = kept.polledAt !== null && now - kept.polledAt < kept.intervalMs - POLL_LEEWAY_MS
    kept.polledAt = now
    if (early) kept.intervalMs += POLL_SLOWER_MS
    if (early) return { state: 'slow_down' }
    if (kept.state === 'approved' && kept.userId !== null) {
      return { state: 'approved', userId: kept.userId, grant: kept.grant }
    }
    return { state: kept.state === 'denied' ? 'denied' : 'pending' }
  }

  take(deviceHash: Uint8Array): DeviceGrant | null {
    const kept = this.#grants.get(hex(deviceHash))
    if (kept?.state !== 'approved') return null
    this.#grants.delete(hex(deviceHash))
    return kept.grant
  }

  sweep(now: number): void {
    for (const [hash, { grant }] of this.#grants) if (grant.expiresAt <= now) this.#grants.delete(hash)
  }

  #waiting(userCode: string, now: number): Kept | undefined {
    const kept = [...this.#grants.values()].find(({ grant }) => grant.userCode === userCode)
    return kept?.state === 'pending' && kept.grant.expiresAt > now ? kept : undefined
  }
}
