import type { Store } from '../domain/ports.ts'
import { openSqliteStore } from '../drivers/sqlite/store.ts'
import { prepareDataFolder, requireDataFolder } from './data-folder.ts'
import { heldBounds } from './held-bounds.ts'
import { readSettings } from './settings.ts'

/** Does something with the store of a data folder that must be there. A server may be running on it. */
export function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  return open(requireDataFolder, work)
}

/** The same, but makes the data folder where there is none. */
export function withNewStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  return open(prepareDataFolder, work)
}

async function open<T>(prepare: (dataDir: string) => Promise<void>, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = readSettings()
  await prepare(settings.dataDir)
  const store = await openSqliteStore({ dataDir: settings.dataDir, held: heldBounds(settings), role: 'tool' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
