import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import type { Store } from '../../domain/ports.ts'
import { accountOf, claim, eventLines, mail, type OpenStore, owner, placed, scenario } from './scene.ts'

const MAILS = 200
const INBOXES = 5
const CAP = 1024 ** 3

export function concurrency(open: OpenStore): void {
  scenario(open, 'whoever follows an inbox or a log meets each of 200 parallel mails once, in order', async (store) => {
    const ann = await owner(store)
    const addresses = Array.from({ length: INBOXES }, (_, i) => `f${i}@mayfly.test`)
    const inboxes = await Promise.all(addresses.map((address) => claim(store, ann, address)))
    const delivery = deliver(store, addresses)
    const followers = inboxes.map(({ inbox }) => follow(delivery.isOver, (after) => newSeqs(store, inbox.id, after)))
    const log = follow(delivery.isOver, async (after) => (await store.events(ann, after, 7)).map((event) => event.seq))
    await delivery.done
    const seen = await Promise.all(followers)
    for (const [i, { inbox }] of inboxes.entries()) {
      const { lastSeq, messageCount } = (await store.inboxByAddress(addresses[i] as string)) ?? inbox
      assert.equal(lastSeq, messageCount)
      assert.deepEqual(seen[i], upTo(lastSeq))
    }
    assert.equal(seen.flat().length, MAILS)
    assert.deepEqual(await log, upTo(INBOXES + MAILS))
  })

  scenario(open, 'of 50 claims and 50 mails at once no mail is lost and none is there twice', async (store) => {
    const address = 'rush@mayfly.test'
    const accounts = await Promise.all(Array.from({ length: 10 }, () => owner(store)))
    const calls = Array.from({ length: 50 }, (_, i) => ({
      append: store.append([mail(address, { subject: `mail ${i}`, size: 10, cap: CAP })]),
      claim: claim(store, accounts[i % 10] as string, address).then(
        ({ claimed }) => claimed,
        (error) => assert.equal(error.code, 'inbox_taken'),
      ),
    }))
    const outcomes = await Promise.all(calls.map((call) => call.append))
    const wins = await Promise.all(calls.map((call) => call.claim))
    assert.equal(wins.filter((won) => won === true).length, 1)

    const inbox = await store.inboxByAddress(address)
    assert.ok(inbox?.accountId)
    const rows = await store.messages(inbox.id, { limit: 100 })
    const bySeq = new Map(rows.map((row) => [row.seq, row.subject]))
    assert.deepEqual([...bySeq.keys()].reverse(), upTo(50))
    for (const [i, outcome] of outcomes.entries()) {
      const [place] = placed(outcome[0])
      assert.equal(place?.inboxId, inbox.id)
      assert.equal(bySeq.get(place.seq), `mail ${i}`)
    }
    const lines = upTo(50).map((seq) => `message.received ${seq}`)
    assert.deepEqual(await eventLines(store, inbox.accountId), ['inbox.created', ...lines])
    assert.equal((await accountOf(store, inbox.accountId)).storedBytes, 500)
  })

  scenario(open, 'mails in parallel do not slip past the cap', async (store) => {
    const ann = await owner(store)
    await claim(store, ann, 'full@mayfly.test')
    const batches = Array.from({ length: 20 }, () => store.append([mail('full@mayfly.test', { size: 100, cap: 550 })]))
    const outcomes = (await Promise.all(batches)).flat()
    assert.equal(outcomes.filter((outcome) => Array.isArray(outcome)).length, 5)
    assert.equal((await accountOf(store, ann)).storedBytes, 500)
    assert.equal((await store.inboxByAddress('full@mayfly.test'))?.lastSeq, 5)
  })
}

interface Delivery {
  readonly done: Promise<void>
  isOver(): boolean
}

/** Starts every batch without waiting for the one before it, and now and then lets the followers have a turn. */
function deliver(store: Store, addresses: readonly string[]): Delivery {
  let over = false
  const run = async () => {
    const next = numbers(1)
    const pending: Promise<unknown>[] = []
    for (let sent = 0; sent < MAILS; ) {
      const size = Math.min(1 + next(8), MAILS - sent)
      const batch = Array.from({ length: size }, () => mail(addresses[next(INBOXES)] as string, { cap: CAP }))
      pending.push(store.append(batch))
      sent += size
      if (next(3) === 0) await turn()
    }
    await Promise.all(pending)
  }
  const done = run().finally(() => {
    over = true
  })
  return { done, isOver: () => over }
}

/** Reads what is after the last one seen, until a read that began after the last delivery finds nothing more.
 *  A store that repeats itself without end is left to the assertion. */
async function follow(isOver: () => boolean, read: (after: number) => Promise<number[]>): Promise<number[]> {
  const seen: number[] = []
  for (;;) {
    const last = isOver()
    const found = await read(seen.at(-1) ?? 0)
    seen.push(...found)
    const repeats = seen.length > 2 * MAILS
    if (repeats || (last && found.length === 0)) return seen
    await turn()
  }
}

async function newSeqs(store: Store, inboxId: string, after: number): Promise<number[]> {
  const rows = await store.messages(inboxId, { after, limit: 1_000 })
  return rows.map((row) => row.seq).reverse()
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1)
}

/** The same numbers in every run, so that a failure can be met again (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
