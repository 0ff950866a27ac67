import type { ApiKey } from '../../../domain/api-key.ts'
import { POLL_INTERVAL_MS, POLL_LEEWAY_MS, POLL_SLOWER_MS } from '../../../domain/device-poll.ts'
import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, Device, DeviceGrant, GrantState, NewDeviceGrant } from '../../../domain/people-store.ts'
import type { NewKey } from '../../../domain/ports.ts'
import { insertKey, KEY } from '../accounts.ts'
import type { Database, Queries } from '../database.ts'
import { insertNote } from './audit.ts'

const GRANT = 'user_code, host, system, address, expires_at'

export async function createGrant(db: Queries, grant: NewDeviceGrant): Promise<void> {
  const inserted = await db.run(
    `INSERT INTO device_grant (hash, user_code, host, system, address, expires_at, interval_ms, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending') ON CONFLICT (user_code) DO NOTHING`,
    grant.deviceHash,
    grant.userCode,
    grant.host,
    grant.system,
    grant.address,
    grant.expiresAt,
    POLL_INTERVAL_MS,
  )
  if (inserted === 0) throw new DomainError('conflict', 'This code is in use.')
}

export async function findGrant(db: Queries, userCode: string, now: number): Promise<DeviceGrant | null> {
  const waiting = `SELECT ${GRANT} FROM device_grant WHERE user_code = $1 AND state = 'pending' AND expires_at > $2`
  return (await db.get<DeviceGrant>(waiting, userCode, now)) ?? null
}

export async function decideGrant(db: Queries, userCode: string, userId: string | null, now: number): Promise<boolean> {
  const decided = await db.run(
    `UPDATE device_grant SET state = $1, user_id = $2 WHERE user_code = $3 AND state = 'pending' AND expires_at > $4`,
    userId === null ? 'denied' : 'approved',
    userId,
    userCode,
    now,
  )
  return decided > 0
}

interface GrantRow extends DeviceGrant {
  readonly state: 'pending' | 'denied' | 'approved'
  readonly userId: string | null
  readonly intervalMs: number
  readonly polledAt: number | null
}

export function pollGrant(db: Database, hash: Uint8Array, now: number): Promise<GrantState> {
  return db.transaction(async (tx): Promise<GrantState> => {
    const row = await tx.get<GrantRow>(
      `SELECT ${GRANT}, state, user_id, interval_ms, polled_at FROM device_grant WHERE hash = $1 FOR UPDATE`,
      hash,
    )
    if (!row) return { state: 'unknown' }
    if (row.expiresAt <= now) return { state: 'expired' }
    const early = row.polledAt !== null && now - row.polledAt < row.intervalMs - POLL_LEEWAY_MS
    const interval = row.intervalMs + (early ? POLL_SLOWER_MS : 0)
    await tx.run('UPDATE device_grant SET polled_at = $1, interval_ms = $2 WHERE hash = $3', now, interval, hash)
    if (early) return { state: 'slow_down' }
    if (row.state !== 'approved' || row.userId === null) return { state: row.state === 'denied' ? 'denied' : 'pending' }
    const { userCode, host, system, address, expiresAt } = row
    return { state: 'approved', userId: row.userId, grant: { userCode, host, system, address, expiresAt } }
  })
}

export function redeemGrant(db: Database, hash: Uint8Array, key: NewKey, note: AuditNote): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { accountId } = key.key
    const find = 'SELECT 1 FROM account WHERE id = $1 AND deleted_at IS NULL FOR SHARE'
    const account = await tx.get(find, accountId)
    const grant = await tx.get<{ host: string; system: string; address: string }>(
      `DELETE FROM device_grant WHERE hash = $1 AND state = 'approved' RETURNING host, system, address`,
      hash,
    )
    if (!grant || !account) return false
    await insertKey(tx, accountId, key)
    const insert = 'INSERT INTO device (key_id, host, system, address) VALUES ($1, $2, $3, $4)'
    await tx.run(insert, key.key.id, grant.host, grant.system, grant.address)
    await insertNote(tx, accountId, note)
    return true
  })
}

type DeviceRow = Omit<Device, 'id' | 'accountId' | 'createdAt'> & { keyId: string; keyCreatedAt: number }

export async function listDevices(db: Queries, accountId: string): Promise<Device[]> {
  const rows = await db.all<DeviceRow>(
    `SELECT ${KEY}, d.host, d.system, d.address FROM api_key k JOIN device d ON d.key_id = k.id
     WHERE k.account_id = $1 AND k.revoked_at IS NULL ORDER BY k.no`,
    accountId,
  )
  return rows.map(
    ({ keyId, keyCreatedAt, ...rest }): Device => ({
      ...(rest as Omit<ApiKey, 'id' | 'accountId' | 'createdAt'> & Pick<Device, 'host' | 'system' | 'address'>),
      id: keyId,
      accountId,
      createdAt: keyCreatedAt,
    }),
  )
}
