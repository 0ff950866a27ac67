import type { AuthorityAccount, OrderedCertificate } from '../../domain/certificate-store.ts'
import type { Database } from './database.ts'

interface CertificateRow {
  readonly id: string
  readonly cert: string | null
  readonly key: string | null
  readonly failures: number
  readonly lastError: string | null
  readonly nextTryAt: number
}

export function listCertificates(db: Database): OrderedCertificate[] {
  const rows = db.all<CertificateRow>(
    `SELECT id, cert, key, failures, last_error AS lastError, next_try_at AS nextTryAt FROM certificate ORDER BY id`,
  )
  return rows.map(({ id, cert, key, failures, lastError, nextTryAt }) => ({
    names: id.split(','),
    pair: cert === null || key === null ? null : { cert, key },
    ...{ failures, lastError, nextTryAt },
  }))
}

export function getAccount(db: Database, directory: string): AuthorityAccount | null {
  const row = db.get<AuthorityAccount>('SELECT url, key FROM authority_account WHERE directory = ?', directory)
  return row ? { url: row.url, key: row.key } : null
}

export function getChallenge(db: Database, token: string, now: number): string | null {
  const sql = 'SELECT answer FROM challenge WHERE token = ? AND expires_at > ?'
  return db.get<{ answer: string }>(sql, token, now)?.answer ?? null
}

/** What the writer does for certificates. `db` is asked for at each call: it is open by then. */
export function certificateWriterOps(db: () => Database) {
  return {
    saveCertificate: (certificate: OrderedCertificate): void => saveCertificate(db(), certificate),
    removeCertificate(names: readonly string[]): void {
      db().run('DELETE FROM certificate WHERE id = ?', names.join(','))
    },
    saveAuthorityAccount: (directory: string, account: AuthorityAccount | null): void =>
      saveAccount(db(), directory, account),
    putChallenge: (token: string, answer: string, now: number, expiresAt: number): void =>
      putChallenge(db(), token, answer, now, expiresAt),
    dropChallenge(token: string): void {
      db().run('DELETE FROM challenge WHERE token = ?', token)
    },
  }
}

function saveCertificate(db: Database, certificate: OrderedCertificate): void {
  const { names, pair, failures, lastError, nextTryAt } = certificate
  db.run(
    `INSERT OR REPLACE INTO certificate (id, cert, key, failures, last_error, next_try_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[names.join(','), pair?.cert ?? null, pair?.key ?? null, failures, lastError, nextTryAt],
  )
}

function saveAccount(db: Database, directory: string, account: AuthorityAccount | null): void {
  if (account === null) db.run('DELETE FROM authority_account WHERE directory = ?', directory)
  else {
    const sql = 'INSERT OR REPLACE INTO authority_account (directory, url, key) VALUES (?, ?, ?)'
    db.run(sql, directory, account.url, account.key)
  }
}

function putChallenge(db: Database, token: string, answer: string, now: number, expiresAt: number): void {
  db.transaction(() => {
    db.run('DELETE FROM challenge WHERE expires_at <= ?', now)
    db.run('INSERT OR REPLACE INTO challenge (token, answer, expires_at) VALUES (?, ?, ?)', token, answer, expiresAt)
  })
}
