import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MemoryWakeup } from './wakeup.ts'

const INBOX = 'ibx_a'
const OTHER = 'ibx_b'

describe('the wake-up in memory', () => {
  test('a ring wakes everyone who waits at the inbox, and nobody else', async () => {
    const { wakeup, listen } = fresh()
    const [first, second, elsewhere] = [listen(INBOX).next(), listen(INBOX).next(), listen(OTHER).next()]
    wakeup.ring([INBOX])
    assert.deepEqual(await Promise.all([first, second]), [true, true])
    assert.equal(await isSettled(elsewhere), false)
  })

  test('a ring before the first next is remembered', async () => {
    const { wakeup, listen } = fresh()
    const bell = listen(INBOX)
    wakeup.ring([INBOX])
    assert.equal(await bell.next(), true)
  })

  test('many rings between two nexts are one', async () => {
    const { wakeup, listen } = fresh()
    const bell = listen(INBOX)
    const waiting = bell.next()
    wakeup.ring([INBOX, INBOX])
    wakeup.ring([INBOX])
    assert.equal(await waiting, true)
    assert.equal(await bell.next(), true, 'the rings after the one that woke it')
    const again = bell.next()
    assert.equal(await isSettled(again), false)
    wakeup.ring(new Set([OTHER, INBOX]))
    assert.equal(await again, true)
  })

  test('a ring before listen is not heard', async () => {
    const { wakeup, listen } = fresh()
    wakeup.ring([INBOX])
    assert.equal(await isSettled(listen(INBOX).next()), false)
  })

  test('a watcher is called at every ring, beside whoever listens, until it watches no more', async () => {
    const { wakeup, listen } = fresh()
    let rings = 0
    const watcher = { ring: () => ++rings }
    wakeup.watch(INBOX, watcher)
    const bell = listen(INBOX)
    wakeup.ring([INBOX, OTHER])
    wakeup.ring([INBOX])
    assert.equal(rings, 2)
    assert.equal(await bell.next(), true)
    wakeup.unwatch(INBOX, watcher)
    wakeup.ring([INBOX])
    assert.equal(rings, 2)
  })

  test('of a watcher that has gone nothing is left', () => {
    const { wakeup } = fresh()
    const watcher = { ring: () => undefined }
    wakeup.watch(INBOX, watcher)
    assert.equal(wakeup.size, 1)
    wakeup.unwatch(INBOX, watcher)
    wakeup.unwatch(OTHER, watcher)
    assert.equal(wakeup.size, 0)
  })

  test('an abort ends the wait, and every one after it', async () => {
    const { wakeup, listen, abort } = fresh()
    const bell = listen(INBOX)
    const waiting = bell.next()
    abort()
    assert.equal(await waiting, false)
    wakeup.ring([INBOX])
    assert.equal(await bell.next(), false)
  })

  test('an abort outweighs a ring that nobody has asked for yet', async () => {
    const { wakeup, listen, abort } = fresh()
    const bell = listen(INBOX)
    wakeup.ring([INBOX])
    abort()
    assert.equal(await bell.next(), false)
  })

  test('a signal that has aborted already hears nothing and leaves nothing', async () => {
    const { wakeup, listen, abort } = fresh()
    abort()
    assert.equal(await listen(INBOX).next(), false)
    assert.equal(wakeup.size, 0)
  })

  test('an abort takes the listener away, also when nobody asks again', () => {
    const { wakeup, listen, abort } = fresh()
    const other = new AbortController()
    listen(INBOX)
    listen(INBOX)
    listen(OTHER)
    wakeup.listen(INBOX, other.signal)
    assert.equal(wakeup.size, 2)
    abort()
    assert.equal(wakeup.size, 1)
    other.abort()
    assert.equal(wakeup.size, 0)
  })

  test('listening again while a ring is given out does not go on for ever', async () => {
    const { wakeup, listen } = fresh()
    const bell = listen(INBOX)
    const woken = bell.next().then(() => listen(INBOX).next())
    wakeup.ring([INBOX])
    assert.equal(await isSettled(woken), false)
  })
})

function fresh() {
  const wakeup = new MemoryWakeup()
  const controller = new AbortController()
  return {
    wakeup,
    listen: (inboxId: string) => wakeup.listen(inboxId, controller.signal),
    abort: () => controller.abort(),
  }
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
