import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Seats } from '../../domain/ports.ts'

/** Two nodes of one service; one and the same where there can be only one. */
export interface SeatsNodes {
  readonly here: Seats
  readonly there: Seats
  readonly done?: () => Promise<void>
}

/** What every Seats must do, wherever they are counted. */
export function seatsContract(name: string, open: () => Promise<SeatsNodes>): void {
  const scenario = (title: string, play: (nodes: SeatsNodes) => Promise<void>): void => {
    test(title, async () => {
      const nodes = await open()
      try {
        await play(nodes)
      } finally {
        await nodes.done?.()
      }
    })
  }

  describe(`the ${name} seats`, () => {
    scenario('so many are taken and no more, on whatever node', async ({ here, there }) => {
      assert.ok(await here.take('acc_a', 2))
      assert.ok(await there.take('acc_a', 2))
      assert.equal(await here.take('acc_a', 2), null)
      assert.equal(await there.take('acc_a', 2), null)
      assert.deepEqual([await here.taken('acc_a'), await there.taken('acc_a')], [2, 2])
    })

    scenario('whoever leaves makes room for one', async ({ here, there }) => {
      const leave = await here.take('acc_a', 1)
      leave?.()
      assert.ok(await here.take('acc_a', 1))
      assert.equal(await there.take('acc_a', 1), null)
    })

    scenario('each key has its own, and one without any has none taken', async ({ here }) => {
      await here.take('acc_a', 1)
      assert.ok(await here.take('acc_b', 1))
      assert.equal(await here.take('acc_c', 0), null)
      assert.equal(await here.taken('acc_c'), 0)
    })

    scenario('of many who ask at once as many get one as there are', async ({ here, there }) => {
      const asked = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? here : there).take('acc_a', 30))
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 30)
    })
  })
}
