import { openSqliteStore } from '../../src/drivers/sqlite/store.ts'

/** The source of a message as it is in the store, trace header included; null where there is none. */
export async function storedSource(
  server: { readonly dataDir: string },
  address: string,
  seq = 1,
): Promise<Buffer | null> {
  const held = { maxBytes: Number.MAX_SAFE_INTEGER, maxPerAddress: 50 }
  const store = await openSqliteStore({ dataDir: server.dataDir, held, role: 'tool' })
  try {
    const inbox = await store.inboxByAddress(address)
    const raw = inbox && (await store.raw(inbox.id, seq))
    return raw && Buffer.from(raw)
  } finally {
    await store.close()
  }
}
