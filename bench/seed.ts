import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeOwner } from '../server/src/app/first-start.ts'
import type { Arrival, Store } from '../server/src/domain/ports.ts'
import { openSqliteStore } from '../server/src/drivers/sqlite/store.ts'
import { summariseHeaders } from '../server/src/protocols/mime/header-summary.ts'
import { inboxAddress } from './addresses.ts'
import { makeMailPool } from './mail-pool.ts'

/**
 * Fills a data folder that no server is using, through the store itself:
 * node bench/seed.ts --data-dir DIR --key tk_… [--messages 1000000] [--inboxes 100000]
 */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    key: { type: 'string' },
    messages: { type: 'string', default: '1000000' },
    inboxes: { type: 'string', default: '100000' },
    'mail-bytes': { type: 'string', default: '4096' },
  },
})

const BATCH = 500
const CLAIMS_AT_ONCE = 64
const SPREAD_MS = 5 * 24 * 3_600_000
const STORED_BYTES_CAP = 1024 ** 4

async function seed(store: Store, keyText: string, messages: number, inboxes: number, bytes: number): Promise<void> {
  await makeOwner(store, Date.now() - SPREAD_MS, 'owner@mayfly.test', keyText)
  const [owner] = await store.accounts(null, 1)
  if (!owner) throw new Error('There is no account to seed for.')
  await claimAll(store, owner.id, inboxes)
  await appendAll(store, messages, inboxes, bytes)
}

async function claimAll(store: Store, accountId: string, inboxes: number): Promise<void> {
  const at = Date.now() - SPREAD_MS
  const progress = progressOf('inboxes', inboxes)
  for (let begin = 0; begin < inboxes; begin += CLAIMS_AT_ONCE) {
    const count = Math.min(CLAIMS_AT_ONCE, inboxes - begin)
    const claims = Array.from({ length: count }, (_, i) =>
      store.claim({
        address: inboxAddress(begin + i),
        accountId,
        inboxCap: inboxes,
        at,
        heldSince: at,
        webhooks: true,
      }),
    )
    await Promise.all(claims)
    progress(begin + count)
  }
}

/** Round after round over all inboxes, so that the mails of one inbox lie apart in the files, as they would in life. */
async function appendAll(store: Store, messages: number, inboxes: number, bytes: number): Promise<void> {
  const mails = makeMailPool(bytes).map(({ raw }) => ({
    raw,
    sizeBytes: raw.byteLength,
    summary: summariseHeaders(raw),
  }))
  const began = Date.now() - SPREAD_MS
  const progress = progressOf('messages', messages)
  const toArrival = (n: number): Arrival => ({
    ...(mails[n % mails.length] as (typeof mails)[number]),
    envelopeFrom: 'bench@example.com',
    recipients: [{ address: inboxAddress(n % inboxes), storedBytesCap: STORED_BYTES_CAP, webhooks: true }],
    receivedAt: began + Math.floor((n / messages) * SPREAD_MS),
    tls: null,
    peer: null,
  })
  // Two batches under way: while the writer has one in hand, the next is made ready.
  let last: Promise<unknown> = Promise.resolve()
  for (let begin = 0; begin < messages; begin += BATCH) {
    const count = Math.min(BATCH, messages - begin)
    const batch = Array.from({ length: count }, (_, i) => toArrival(begin + i))
    const appended = store.append(batch).then(requireStored)
    await last
    last = appended
    progress(begin)
  }
  await last
  progress(messages)
}

function requireStored(outcomes: readonly unknown[]): void {
  const refused = outcomes.find((outcome) => outcome instanceof Error)
  if (refused) throw refused
}

/** Says now and then how far it is. */
function progressOf(what: string, total: number): (done: number) => void {
  const begun = performance.now()
  let said = begun
  return (done) => {
    const now = performance.now()
    if (now - said < 5_000 && done < total) return
    said = now
    const perSecond = Math.round((done / (now - begun)) * 1000)
    process.stderr.write(`  seed: ${done} of ${total} ${what}, ${perSecond}/s\n`)
  }
}

const [dataDir, key] = [values['data-dir'], values.key]
if (!dataDir || !key) throw new Error('--data-dir and --key are needed.')
mkdirSync(dataDir, { recursive: true })
const held = { maxBytes: 1024 ** 3, maxPerAddress: 50 }
const store = await openSqliteStore({ dataDir, held, role: 'server' })
try {
  await seed(store, key, Number(values.messages), Number(values.inboxes), Number(values['mail-bytes']))
} finally {
  await store.close()
}
