import { test } from 'node:test'
import fc from 'fast-check'
import type { PlanName } from '../../domain/plan.ts'
import type { Store } from '../../domain/ports.ts'
import { HELD_PER_ADDRESS } from './model.ts'
import { ACCOUNTS, ADDRESSES, type Command, ModelRun } from './model-run.ts'
import { type OpenStore, owner, withStore } from './scene.ts'

export interface ModelEffort {
  readonly runs: number
  /** At most so many in one run. */
  readonly commands: number
}

const HELD = { maxBytes: 1024 ** 3, maxPerAddress: HELD_PER_ADDRESS }

const account = fc.nat(ACCOUNTS - 1)
const address = fc.constantFrom(...ADDRESSES)
const size = fc.integer({ min: 1, max: 120 })
const to = fc.array(address, { minLength: 1, maxLength: 3 })
const plan = fc.constantFrom<PlanName>('free', 'plus')

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const), account, address }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('append' as const), to, size }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('touch' as const), address }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setPlan' as const), account, plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const), limit: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ticks: fc.integer({ min: 10, max: 150 }) }) },
)

export function modelled(open: OpenStore, effort: ModelEffort): void {
  test('whatever is done to it, a store agrees with the model', async () => {
    const commands = fc.array(command, { maxLength: effort.commands, size: 'max' })
    const property = fc.asyncProperty(commands, (run) => withStore(open, HELD, (store) => playRun(store, run)))
    await fc.assert(property, { numRuns: effort.runs })
  })
}

async function playRun(store: Store, commands: readonly Command[]): Promise<void> {
  const accounts: string[] = []
  while (accounts.length < ACCOUNTS) accounts.push(await owner(store))
  const run = new ModelRun(store, accounts)
  for (const next of commands) {
    await run.play(next)
    await run.compare()
  }
}
