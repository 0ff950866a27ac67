import { storeContract } from '../contract/store-contract.ts'
import { openMemoryStore } from './store.ts'

storeContract('memory', async (held) => ({ store: openMemoryStore(held) }))
