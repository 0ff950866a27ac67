import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mail } from '../drivers/contract/scene.ts'
import { openMemoryStore } from '../drivers/memory/store.ts'
import { Intake } from './intake.ts'

/** A store that commits when it is told to, and remembers what came together. */
function slowStore() {
  const store = openMemoryStore({ maxBytes: 1024 ** 3, maxPerAddress: 1_000 })
  const batches: number[] = []
  const gates: (() => void)[] = []
  const append = store.append.bind(store)
  const slow = Object.assign(store, {
    append: async (batch: Parameters<typeof append>[0]) => {
      batches.push(batch.length)
      await new Promise<void>((resolve) => gates.push(resolve))
      return append(batch)
    },
  })
  return { store: slow, batches, commit: () => gates.shift()?.() }
}

/** Lets the loop go round, as it does between two reads of sockets. */
const turn = () => new Promise(setImmediate)

test('whoever arrives in one turn of the loop shares a commit', async () => {
  const { store, batches, commit } = slowStore()
  const intake = new Intake(store)
  const all = Array.from({ length: 5 }, () => intake.append(mail('a@mayfly.test')))
  await turn()
  commit()
  await Promise.all(all)
  assert.deepEqual(batches, [5])
})

test('whoever arrives during a commit shares the next one', async () => {
  const { store, batches, commit } = slowStore()
  const intake = new Intake(store)
  const first = intake.append(mail('a@mayfly.test'))
  await turn()
  const others = Array.from({ length: 10 }, () => intake.append(mail('a@mayfly.test')))
  commit()
  await first
  assert.deepEqual(batches, [1, 10])
  commit()
  const seqs = (await Promise.all(others))
    .flatMap((outcome) => (Array.isArray(outcome) ? outcome : []))
    .map(({ seq }) => seq)
  assert.deepEqual(seqs, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('a batch is bounded in count and in bytes', async () => {
  const { store, batches, commit } = slowStore()
  const intake = new Intake(store)
  const done = [intake.append(mail('a@mayfly.test'))]
  await turn()
  for (let i = 0; i < 130; i++) done.push(intake.append(mail('a@mayfly.test')))
  for (let i = 0; i < 3; i++) done.push(intake.append(mail('a@mayfly.test', { size: 3_000_000 })))
  for (let i = 0; i < 6; i++) {
    commit()
    await turn()
  }
  await Promise.all(done)
  assert.deepEqual(batches, [1, 128, 3, 1, 1])
})

test('a commit that fails fails for those who shared it, and the next one is tried', async () => {
  const store = openMemoryStore({ maxBytes: 1024 ** 3, maxPerAddress: 1_000 })
  const append = store.append.bind(store)
  let calls = 0
  const intake = new Intake(
    Object.assign(store, {
      append: async (batch: Parameters<typeof append>[0]) => {
        if (++calls === 1) throw new Error('the disk is gone')
        return append(batch)
      },
    }),
  )
  await assert.rejects(intake.append(mail('a@mayfly.test')), /the disk is gone/)
  assert.ok(Array.isArray(await intake.append(mail('a@mayfly.test'))))
})
