import { after, before } from 'node:test'
import { storeContract } from '../contract/store-contract.ts'
import { openPostgresStore } from './store.ts'
import { TestPostgres } from './test-postgres.ts'
import { RETENTION_MS } from './test-retention.ts'

let server: TestPostgres
let database: string

before(async () => {
  server = await TestPostgres.start()
  database = await server.freshDatabase()
})
after(() => server.stop())

// Emptying the database takes its time: fewer, longer runs of the model.
storeContract(
  'postgres',
  async (held) => {
    const open = () => openPostgresStore({ url: server.url(database), held, retentionMs: RETENTION_MS })
    const store = await open()
    return {
      store,
      reopen: async () => {
        await store.close()
        return open()
      },
      done: () => server.empty(database),
    }
  },
  { runs: 15, commands: 60 },
)
