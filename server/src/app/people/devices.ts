import { randomInt } from 'node:crypto'
import { newKeyText } from '../../domain/api-key.ts'
import { DomainError } from '../../domain/domain-error.ts'
import type { Device, DeviceGrant } from '../../domain/people-store.ts'
import { newToken, tokenHash } from '../../domain/token.ts'
import { makeKey } from '../accounts.ts'
import type { Deps } from '../deps.ts'
import type { Principal, UserPrincipal } from '../owners.ts'
import { actorOf, makeNote } from './audit.ts'
import { notThere } from './not-there.ts'

const GRANT_MS = 15 * 60_000
/** RFC 8628 §6.1: letters that make no word and are not taken for one another. */
const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_HALF = 4
const MAX_DRAWS = 5

export interface DeviceWish {
  readonly host: string
  readonly system: string
  readonly address: string
}

export interface AskedGrant {
  readonly deviceCode: string
  readonly userCode: string
  /** Seconds. */
  readonly expiresIn: number
}

/** RFC 8628 §3.1. */
export async function askForDevice(deps: Deps, wish: DeviceWish): Promise<AskedGrant> {
  const expiresAt = deps.clock.now() + GRANT_MS
  for (let draw = 1; ; draw++) {
    const deviceCode = newToken()
    const userCode = newUserCode()
    const deviceHash = tokenHash(deviceCode) as Buffer
    try {
      await deps.store.people.createGrant({ ...wish, deviceHash, userCode, expiresAt })
      return { deviceCode, userCode, expiresIn: GRANT_MS / 1_000 }
    } catch (error) {
      // Two devices drew the same code, one chance in many: it draws again.
      if (!(error instanceof DomainError) || error.code !== 'conflict' || draw === MAX_DRAWS) throw error
    }
  }
}

/** RFC 8628 §3.5. */
export type DeviceError = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant'

/** The token, once; or why there is none yet. */
export async function pollDevice(deps: Deps, deviceCode: string): Promise<{ token: string } | { error: DeviceError }> {
  const { people } = deps.store
  const hash = tokenHash(deviceCode)
  if (!hash) return { error: 'invalid_grant' }
  const now = deps.clock.now()
  const polled = await people.pollGrant(hash, now)
  if (polled.state !== 'approved') return { error: ERRORS[polled.state] }
  const user = await people.user(polled.userId)
  if (!user) return { error: 'access_denied' }
  const { host, address } = polled.grant
  const { keyText, ...key } = makeKey(now, {
    accountId: user.accountId,
    name: host,
    scope: 'full',
    role: user.role === 'member' ? 'member' : 'admin',
    createdBy: user.id,
    keyText: newKeyText('tkc_'),
  })
  const actor = { userId: user.id, email: user.email, keyId: null, address }
  const note = makeNote(now, actor, 'device.create', key.key.id, host)
  return (await people.redeemGrant(hash, key, note)) ? { token: keyText } : { error: 'invalid_grant' }
}

const ERRORS = {
  unknown: 'invalid_grant',
  expired: 'expired_token',
  pending: 'authorization_pending',
  slow_down: 'slow_down',
  denied: 'access_denied',
} as const satisfies Record<string, DeviceError>

/** As a person may type it: in any case, with or without its hyphen. */
export async function viewGrant({ store, clock }: Deps, userCode: string): Promise<DeviceGrant> {
  const grant = await store.people.grant(readUserCode(userCode), clock.now())
  if (!grant)
    throw new DomainError('not_found', 'No device waits with this code. Check it, or start again on the device.')
  return grant
}

export async function decideGrant(
  deps: Deps,
  { user }: UserPrincipal,
  userCode: string,
  approve: boolean,
): Promise<void> {
  const { userCode: code } = await viewGrant(deps, userCode)
  await deps.store.people.decideGrant(code, approve ? user.id : null, deps.clock.now())
}

export function listDevices({ store }: Deps, { account }: Principal): Promise<readonly Device[]> {
  return store.people.devices(account.id)
}

/** A member's own, or any where one may look after the keys of others. */
export async function revokeDevice(deps: Deps, principal: Principal, deviceId: string): Promise<void> {
  const device = (await listDevices(deps, principal)).find((one) => one.id === deviceId)
  if (!device) throw notThere('device')
  requireOwnKey(principal, device)
  const now = deps.clock.now()
  const note = makeNote(now, actorOf(principal), 'device.revoke', deviceId, device.host)
  await deps.store.revokeKey(deviceId, now, note)
}

/** A member looks after what they have made themselves. */
export function requireOwnKey(
  { role, user, key }: Principal,
  wanted: { readonly id: string; readonly createdBy: string | null },
): void {
  const own = wanted.createdBy !== null && wanted.createdBy === (user?.id ?? key?.createdBy)
  if (role !== 'member' || own || wanted.id === key?.id) return
  throw new DomainError('forbidden', 'A member may revoke what they have made themselves. Ask an admin for the rest.')
}

function newUserCode(): string {
  const half = (): string =>
    Array.from({ length: CODE_HALF }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  return `${half()}-${half()}`
}

function readUserCode(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '')
  return `${letters.slice(0, CODE_HALF)}-${letters.slice(CODE_HALF, 2 * CODE_HALF)}`
}
