import type { Store } from '../domain/ports.ts'
import { prepareDataFolder, requireDataFolder } from './data-folder.ts'
import { openStore } from './open-store.ts'
import { readSettings } from './settings.ts'

/** Does something with the store; a data folder must be there. A server may be running on it. */
export function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  return open(requireDataFolder, work)
}

/** The same, but makes the data folder where there is none. */
export function withNewStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  return open(prepareDataFolder, work)
}

async function open<T>(prepare: (dataDir: string) => Promise<void>, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = readSettings()
  if (settings.databaseUrl === null) await prepare(settings.dataDir)
  const store = await openStore(settings, 'tool')
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
