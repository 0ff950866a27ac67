import { seatsContract } from '../contract/seats-contract.ts'
import { MemorySeats } from './seats.ts'

seatsContract('memory', async () => {
  const only = new MemorySeats()
  return { here: only, there: only }
})
