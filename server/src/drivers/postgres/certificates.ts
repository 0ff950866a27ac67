import type { AuthorityAccount, OrderedCertificate } from '../../domain/certificate-store.ts'
import type { Database, Queries } from './database.ts'

interface CertificateRow extends Omit<OrderedCertificate, 'names' | 'pair'> {
  readonly id: string
  readonly cert: string | null
  readonly key: string | null
}

export async function listCertificates(db: Queries): Promise<OrderedCertificate[]> {
  const rows = await db.all<CertificateRow>(
    'SELECT id, cert, key, failures, last_error, next_try_at FROM certificate ORDER BY id',
  )
  return rows.map(({ id, cert, key, ...row }) => ({
    names: id.split(','),
    pair: cert === null || key === null ? null : { cert, key },
    ...row,
  }))
}

export async function saveCertificate(db: Queries, certificate: OrderedCertificate): Promise<void> {
  const { names, pair, failures, lastError, nextTryAt } = certificate
  await db.run(
    `INSERT INTO certificate (id, cert, key, failures, last_error, next_try_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET cert = excluded.cert, key = excluded.key, failures = excluded.failures,
       last_error = excluded.last_error, next_try_at = excluded.next_try_at`,
    ...[names.join(','), pair?.cert ?? null, pair?.key ?? null, failures, lastError, nextTryAt],
  )
}

export async function removeCertificate(db: Queries, names: readonly string[]): Promise<void> {
  await db.run('DELETE FROM certificate WHERE id = $1', names.join(','))
}

export async function getAuthorityAccount(db: Queries, directory: string): Promise<AuthorityAccount | null> {
  const select = 'SELECT url, key FROM authority_account WHERE directory = $1'
  return (await db.get<AuthorityAccount>(select, directory)) ?? null
}

export async function saveAuthorityAccount(
  db: Queries,
  directory: string,
  account: AuthorityAccount | null,
): Promise<void> {
  if (account === null) await db.run('DELETE FROM authority_account WHERE directory = $1', directory)
  else {
    const insert = `INSERT INTO authority_account (directory, url, key) VALUES ($1, $2, $3)
      ON CONFLICT (directory) DO UPDATE SET url = excluded.url, key = excluded.key`
    await db.run(insert, directory, account.url, account.key)
  }
}

export function putChallenge(
  db: Database,
  token: string,
  answer: string,
  now: number,
  expiresAt: number,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run('DELETE FROM challenge WHERE expires_at <= $1', now)
    const insert = `INSERT INTO challenge (token, answer, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (token) DO UPDATE SET answer = excluded.answer, expires_at = excluded.expires_at`
    await tx.run(insert, token, answer, expiresAt)
  })
}

export async function getChallenge(db: Queries, token: string, now: number): Promise<string | null> {
  const select = 'SELECT answer FROM challenge WHERE token = $1 AND expires_at > $2'
  return (await db.get<{ answer: string }>(select, token, now))?.answer ?? null
}

export async function dropChallenge(db: Queries, token: string): Promise<void> {
  await db.run('DELETE FROM challenge WHERE token = $1', token)
}
