import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bell, Wakeup } from '../../domain/ports.ts'

/** Two nodes of one service; one and the same where there can be only one. */
export interface WakeupNodes {
  readonly here: Wakeup
  readonly there: Wakeup
  readonly done?: () => Promise<void>
}

interface Scene {
  readonly here: Wakeup
  readonly there: Wakeup
  /** On the first node, until the abort. */
  listen(...ids: string[]): Bell
  /** On the second one. */
  listenThere(...ids: string[]): Bell
  abort(): void
}

type Scenario = (title: string, play: (scene: Scene) => Promise<void>) => void

const [INBOX, OTHER, LAST] = ['ibx_a', 'ibx_b', 'ibx_last']

/** What every Wakeup must do, whatever carries its rings. */
export function wakeupContract(name: string, open: () => Promise<WakeupNodes>): void {
  const scenario: Scenario = (title, play) => {
    test(title, async () => {
      const { here, there, done } = await open()
      const end = new AbortController()
      const abort = (): void => end.abort()
      try {
        await play({
          here,
          there,
          listen: (...ids) => here.listen(ids, end.signal),
          listenThere: (...ids) => there.listen(ids, end.signal),
          abort,
        })
      } finally {
        abort()
        await done?.()
      }
    })
  }
  describe(`the ${name} wake-up`, () => {
    describe('its rings', () => ringing(scenario))
    describe('its end', () => ending(scenario))
    describe('between nodes', () => betweenNodes(scenario))
  })
}

function ringing(scenario: Scenario): void {
  scenario('a watcher is called at every ring, beside whoever listens, until it watches no more', async (scene) => {
    const { here, listen } = scene
    let rings = 0
    const watcher = { ring: () => ++rings }
    here.watch(INBOX, watcher)
    const bell = listen(INBOX)
    here.ring([INBOX, OTHER])
    here.ring([INBOX])
    assert.equal(rings, 2)
    assert.equal(await bell.next(), true)
    here.unwatch(INBOX, watcher)
    here.unwatch(OTHER, watcher)
    here.ring([INBOX])
    assert.equal(rings, 2)
  })

  scenario('a ring wakes everyone who waits at the inbox, and nobody else', async ({ here, listen }) => {
    const [first, second, elsewhere] = [listen(INBOX).next(), listen(INBOX).next(), listen(OTHER).next()]
    here.ring([INBOX])
    assert.deepEqual(await Promise.all([first, second]), [true, true])
    assert.equal(await isSettled(elsewhere), false)
  })

  scenario('a ring before the first next is remembered', async ({ here, listen }) => {
    const bell = listen(INBOX)
    here.ring([INBOX])
    assert.equal(await bell.next(), true)
  })

  scenario('many rings between two nexts are one', async ({ here, listen }) => {
    const bell = listen(INBOX)
    const waiting = bell.next()
    here.ring([INBOX, INBOX])
    here.ring([INBOX])
    assert.equal(await waiting, true)
    assert.equal(await bell.next(), true, 'the rings after the one that woke it')
    const again = bell.next()
    assert.equal(await isSettled(again), false)
    here.ring(new Set([OTHER, INBOX]))
    assert.equal(await again, true)
  })

  scenario('whoever listens to several is woken by each', async ({ here, listen }) => {
    const bell = listen(INBOX, OTHER)
    for (const id of [OTHER, INBOX]) {
      const waiting = bell.next()
      here.ring([id])
      assert.equal(await waiting, true, id)
    }
  })

  scenario('a ring before listen is not heard', async ({ here, listen }) => {
    here.ring([INBOX])
    assert.equal(await isSettled(listen(INBOX).next()), false)
  })

  scenario('who is rung first goes on first', async ({ here, listen }) => {
    const order: string[] = []
    const follow = async (id: string): Promise<void> => {
      await listen(id).next()
      order.push(id)
    }
    const followed = [INBOX, OTHER, LAST].map(follow)
    here.ring([LAST, INBOX, OTHER])
    await Promise.all(followed)
    assert.deepEqual(order, [LAST, INBOX, OTHER])
  })

  scenario('listening again while a ring is given out does not go on for ever', async ({ here, listen }) => {
    const bell = listen(INBOX)
    const woken = bell.next().then(() => listen(INBOX).next())
    here.ring([INBOX])
    assert.equal(await isSettled(woken), false)
  })

  scenario('work wakes whoever listens here', async ({ here, listen }) => {
    const waiting = listen(INBOX).next()
    here.ringOne(INBOX)
    assert.equal(await waiting, true)
  })
}

function ending(scenario: Scenario): void {
  scenario('an abort ends the wait, and every one after it', async ({ here, listen, abort }) => {
    const bell = listen(INBOX, OTHER)
    const waiting = bell.next()
    abort()
    assert.equal(await waiting, false)
    here.ring([INBOX])
    assert.equal(await bell.next(), false)
  })

  scenario('an abort outweighs a ring that nobody has asked for yet', async ({ here, listen, abort }) => {
    const bell = listen(INBOX)
    here.ring([INBOX])
    abort()
    assert.equal(await bell.next(), false)
  })

  scenario('a signal that has aborted already hears nothing', async ({ listen, abort }) => {
    abort()
    assert.equal(await listen(INBOX).next(), false)
  })
}

function betweenNodes(scenario: Scenario): void {
  scenario('a ring is heard on the other node, and only where it is meant', async ({ here, listenThere }) => {
    const [meant, other, last] = [listenThere(INBOX).next(), listenThere(OTHER).next(), listenThere(LAST).next()]
    here.ring([INBOX])
    assert.equal(await meant, true)
    here.ring([LAST])
    assert.equal(await last, true)
    assert.equal(await isSettled(other), false)
  })

  scenario('both hear each other', async ({ here, there, listen, listenThere }) => {
    const [first, second] = [listen(INBOX).next(), listenThere(OTHER).next()]
    here.ring([OTHER])
    there.ring([INBOX])
    assert.deepEqual(await Promise.all([first, second]), [true, true])
  })

  scenario('what is rung in one turn wakes in its order there, too', async ({ here, listenThere }) => {
    const order: string[] = []
    const followed = [INBOX, OTHER, LAST].map(async (id) => {
      await listenThere(id).next()
      order.push(id)
    })
    here.ring([LAST])
    here.ring([INBOX, OTHER])
    await Promise.all(followed)
    assert.deepEqual(order, [LAST, INBOX, OTHER])
  })

  scenario('many rings at once are all heard', async ({ here, listenThere }) => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `ibx_${i}`)
    const heard = ids.filter((_, i) => i % 100 === 0).map((id) => listenThere(id).next())
    here.ring(ids)
    assert.ok((await Promise.all(heard)).every(Boolean))
  })

  scenario('work is heard there where nobody listens here', async ({ here, listenThere }) => {
    const waiting = listenThere(INBOX).next()
    here.ringOne(INBOX)
    assert.equal(await waiting, true)
  })
}

/** Looks after every promise that could settle now has done so. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.then(() => {
    settled = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}
