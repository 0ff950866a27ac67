import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { CertificatePair } from '../../lib/tls/served-certificate.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 86_400_000
/** The longest that clients accept from anybody. */
const VALID_MS = 825 * DAY_MS
const RENEW_BEFORE_MS = 30 * DAY_MS

/** A certificate of our own, made once and kept in the data folder: for whoever has no other. */
export async function loadOwnCertificate(
  { smtpHostname, dataDir }: Pick<Settings, 'smtpHostname' | 'dataDir'>,
  now: number,
): Promise<CertificatePair> {
  const folder = join(dataDir, 'tls')
  const kept = await readKept(folder)
  return kept && isGood(kept, smtpHostname, now) ? kept : makeOwn(folder, smtpHostname, now)
}

async function readKept(folder: string): Promise<CertificatePair | null> {
  try {
    const [cert, key] = await Promise.all(fileNames(folder).map((file) => readFile(file, 'utf8')))
    return { cert: cert as string, key: key as string }
  } catch {
    return null
  }
}

function isGood({ cert, key }: CertificatePair, hostname: string, now: number): boolean {
  try {
    createSecureContext({ cert, key })
    const parsed = new X509Certificate(cert)
    return parsed.validToDate.getTime() - now > RENEW_BEFORE_MS && parsed.checkHost(hostname) !== undefined
  } catch {
    return false
  }
}

async function makeOwn(folder: string, hostname: string, now: number): Promise<CertificatePair> {
  // Loaded only here: it takes longer than the rest of a start, and is needed every other year.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: hostname.slice(0, 64) }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now - DAY_MS + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: namesFor(hostname) },
    ],
  })
  const certificate = { cert: made.cert, key: made.private }
  await keep(folder, certificate)
  return certificate
}

function namesFor(hostname: string): ({ type: 2; value: string } | { type: 7; ip: string })[] {
  const names = [...new Set([hostname, 'localhost'])]
  return [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }, { type: 7, ip: '::1' }]
}

async function keep(folder: string, { cert, key }: CertificatePair): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const [certFile, keyFile] = fileNames(folder)
  for (const [file, text] of [
    [keyFile, key],
    [certFile, cert],
  ] as const) {
    // Renamed into place, so that a start never reads half a file; 'w' alone would keep the mode of an old one.
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
}

function fileNames(folder: string): [cert: string, key: string] {
  return [join(folder, 'cert.pem'), join(folder, 'key.pem')]
}
