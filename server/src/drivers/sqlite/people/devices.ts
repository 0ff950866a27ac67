import type { ApiKey } from '../../../domain/api-key.ts'
import { POLL_INTERVAL_MS, POLL_LEEWAY_MS, POLL_SLOWER_MS } from '../../../domain/device-poll.ts'
import { DomainError } from '../../../domain/domain-error.ts'
import type { AuditNote, Device, DeviceGrant, GrantState, NewDeviceGrant } from '../../../domain/people-store.ts'
import type { NewKey } from '../../../domain/ports.ts'
import { insertKey, KEY } from '../accounts.ts'
import type { Database } from '../database.ts'
import { insertNote } from './audit.ts'

const GRANT = 'user_code AS userCode, host, system, address, expires_at AS expiresAt'

export function createGrant(db: Database, grant: NewDeviceGrant): void {
  db.transaction(() => {
    if (db.get('SELECT 1 FROM device_grant WHERE user_code = ?', grant.userCode)) {
      throw new DomainError('conflict', 'This code is in use.')
    }
    db.run(
      `INSERT INTO device_grant (hash, user_code, host, system, address, expires_at, interval_ms, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'pending')`,
      grant.deviceHash,
      grant.userCode,
      grant.host,
      grant.system,
      grant.address,
      grant.expiresAt,
      POLL_INTERVAL_MS,
    )
  })
}

export function findGrant(db: Database, userCode: string, now: number): DeviceGrant | null {
  const waiting = `SELECT ${GRANT} FROM device_grant WHERE user_code = ? AND state = 'pending' AND expires_at > ?`
  return db.get<DeviceGrant>(waiting, userCode, now) ?? null
}

export function decideGrant(db: Database, userCode: string, userId: string | null, now: number): boolean {
  return (
    db.run(
      `UPDATE device_grant SET state = ?, user_id = ? WHERE user_code = ? AND state = 'pending' AND expires_at > ?`,
      userId === null ? 'denied' : 'approved',
      userId,
      userCode,
      now,
    ) > 0
  )
}

interface GrantRow extends DeviceGrant {
  readonly state: 'pending' | 'denied' | 'approved'
  readonly userId: string | null
  readonly intervalMs: number
  readonly polledAt: number | null
}

export function pollGrant(db: Database, hash: Uint8Array, now: number): GrantState {
  return db.transaction(() => {
    const row = db.get<GrantRow>(
      `SELECT ${GRANT}, state, user_id AS userId, interval_ms AS intervalMs, polled_at AS polledAt
       FROM device_grant WHERE hash = ?`,
      hash,
    )
    if (!row) return { state: 'unknown' }
    if (row.expiresAt <= now) return { state: 'expired' }
    const early = row.polledAt !== null && now - row.polledAt < row.intervalMs - POLL_LEEWAY_MS
    const interval = row.intervalMs + (early ? POLL_SLOWER_MS : 0)
    db.run('UPDATE device_grant SET polled_at = ?, interval_ms = ? WHERE hash = ?', now, interval, hash)
    if (early) return { state: 'slow_down' }
    if (row.state !== 'approved' || row.userId === null) return { state: row.state === 'denied' ? 'denied' : 'pending' }
    const { userCode, host, system, address, expiresAt } = row
    return { state: 'approved', userId: row.userId, grant: { userCode, host, system, address, expiresAt } }
  })
}

export function redeemGrant(db: Database, hash: Uint8Array, key: NewKey, note: AuditNote): boolean {
  return db.transaction(() => {
    const grant = db.get<{ host: string; system: string; address: string }>(
      `DELETE FROM device_grant WHERE hash = ? AND state = 'approved' RETURNING host, system, address`,
      hash,
    )
    const account = db.get<{ no: number }>(
      'SELECT no FROM account WHERE id = ? AND deleted_at IS NULL',
      key.key.accountId,
    )
    if (!grant || !account) return false
    const keyNo = insertKey(db, account.no, key)
    const insert = 'INSERT INTO device (key_no, host, system, address) VALUES (?, ?, ?, ?)'
    db.run(insert, keyNo, grant.host, grant.system, grant.address)
    insertNote(db, account.no, note)
    return true
  })
}

type DeviceRow = Omit<Device, 'id' | 'accountId' | 'createdAt'> & { keyId: string; keyCreatedAt: number }

export function listDevices(db: Database, accountId: string): Device[] {
  const rows = db.all<DeviceRow>(
    `SELECT ${KEY}, d.host, d.system, d.address FROM api_key k JOIN device d ON d.key_no = k.no
     WHERE k.account_no = (SELECT no FROM account WHERE id = ?) AND k.revoked_at IS NULL ORDER BY k.no`,
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
