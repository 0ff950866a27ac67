import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freshAddresses } from './addresses.ts'
import type { Bench } from './bench.ts'
import { INTAKE_MAIL_BYTES } from './measure-throughput.ts'
import { getAll, sendAll } from './prepare-sides.ts'
import { boundRow, type ResultRow } from './result-row.ts'

const MAILS_PER_INBOX = 20
const BLOCK = 512

/** The whole data folder after a graceful stop, against what came in by SMTP: before any mail was read, and after. */
export async function measureDisk(bench: Bench): Promise<ResultRow[]> {
  const { diskMails } = bench.settings
  const addresses = freshAddresses('disk', diskMails / MAILS_PER_INBOX)
  const first = await bench.startMayfly('disk')
  await getAll(bench, first.httpPort, addresses)
  const sent = await sendAll(bench, first.smtpPort, { addresses, maxMails: diskMails, mailBytes: INTAKE_MAIL_BYTES })
  await first.stop()
  const unread = folderBytes(bench.dataDir('disk')) / sent.bytes
  const second = await bench.startMayfly('disk')
  await getAll(bench, second.httpPort, addresses)
  await second.stop()
  const read = folderBytes(bench.dataDir('disk')) / sent.bytes
  bench.dropData('disk')
  const row = (when: string, value: number): ResultRow =>
    boundRow({ what: `disk for ${diskMails} mails, ${when}`, value, unit: 'of the raw bytes', atMost: 0.5, digits: 3 })
  return [row('none read', unread), row('each read once', read)]
}

/** As the disk counts: whole blocks. */
function folderBytes(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += statSync(join(folder, name)).blocks * BLOCK
  }
  return bytes
}
