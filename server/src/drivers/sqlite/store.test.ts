import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeContract } from '../contract/store-contract.ts'
import { openSqliteStore } from './store.ts'

// Opening a store takes its time: fewer, longer runs of the model.
storeContract(
  'sqlite',
  async (held) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mayfly-sqlite-'))
    const open = () => openSqliteStore({ dataDir, held, role: 'server' })
    const store = await open()
    return {
      store,
      reopen: async () => {
        await store.close()
        return open()
      },
      done: async () => rmSync(dataDir, { recursive: true }),
    }
  },
  { runs: 15, commands: 60 },
)
