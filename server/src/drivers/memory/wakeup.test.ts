import { wakeupContract } from '../contract/wakeup-contract.ts'
import { MemoryWakeup } from './wakeup.ts'

wakeupContract('memory', async () => {
  const only = new MemoryWakeup()
  return { here: only, there: only }
})
