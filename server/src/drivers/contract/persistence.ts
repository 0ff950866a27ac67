import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldBounds, Store } from '../../domain/ports.ts'
import { authResults } from './mail-auth.ts'
import { rendition } from './renditions.ts'
import { claim, DAY, HOUR, mail, newAccount, type OpenStore, owner, put, ROOMY, seqs, T0 } from './scene.ts'
import { rulesAt, sweepAll } from './sweep-steps.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'

type Reopened = (store: Store, reopen: () => Promise<Store>) => Promise<void>

/** Which engines can be reopened is known only once one is open, so these are subtests of one test. */
export function persistence(open: OpenStore): void {
  test('what is written outlives a close (only of engines that can be reopened)', async (t) => {
    const probe = await open(ROOMY)
    await probe.store.close()
    await probe.done?.()
    if (!probe.reopen) return
    await t.test('accounts, keys, inboxes, mail, renditions, events and certificates', () =>
      play(open, everythingStays),
    )
    await t.test('the counts of inboxes and logs go on', () => play(open, countsGoOn))
    await t.test('the bounds of held mail go on', () => play(open, boundsGoOn, { maxBytes: 250, maxPerAddress: 2 }))
  })
}

async function play(open: OpenStore, scene: Reopened, held: HeldBounds = ROOMY): Promise<void> {
  const { store, reopen, done } = await open(held)
  assert.ok(reopen)
  let current = store
  try {
    await scene(store, async () => {
      current = await reopen()
      return current
    })
  } finally {
    await current.close()
    await done?.()
  }
}

const everythingStays: Reopened = async (store, reopen) => {
  const made = newAccount({ plan: 'plus' })
  await store.createAccount(made)
  const { inbox } = await claim(store, made.account.id, A)
  const staged = await store.stage(
    (async function* () {
      yield new Uint8Array(300_000).fill(7)
    })(),
  )
  await put(store, mail([A, B], { raw: staged, size: 300_000 }))
  await put(store, { ...mail(A, { raw: Uint8Array.of(1, 2, 3) }), peer: { address: '192.0.2.1', helo: 'client.test' } })
  await store.saveAuth(inbox.id, 2, authResults('kept'))
  await store.saveRendition(inbox.id, 1, rendition('kept'))
  await store.touch(new Map([[made.key.key.id, T0 + 5]]), new Map([[inbox.id, T0 + 6]]))
  const pair = { cert: 'CERT', key: 'KEY' }
  await store.certificates.save({ names: ['a.test'], pair, failures: 1, lastError: 'down', nextTryAt: T0 })
  const look = async (from: Store) => ({
    accounts: await from.accounts(null, 10),
    holder: await from.keyByHash(made.key.hash),
    inboxes: [await from.inboxByAddress(A), await from.inboxByAddress(B)],
    messages: await from.messages(inbox.id, { limit: 10 }),
    newest: await from.message(inbox.id, 2),
    bodies: [await from.raw(inbox.id, 1), await from.raw(inbox.id, 2)].map((raw) => raw && Buffer.from(raw)),
    renditions: await from.renditions(inbox.id, [1, 2]),
    events: await from.events(made.account.id, 0, 10),
    certificates: await from.certificates.all(),
  })
  const before = await look(store)
  assert.equal(before.events.length, 3)
  assert.ok(before.newest?.auth)
  assert.equal(before.certificates.length, 1)
  assert.deepEqual(await look(await reopen()), before)
}

const countsGoOn: Reopened = async (store, reopen) => {
  const ann = await owner(store)
  const { inbox } = await claim(store, ann, A)
  await store.append([mail(A, { at: T0 }), mail(A, { at: T0 })])
  await store.touch(new Map(), new Map([[inbox.id, T0 + DAY]]))
  // Nothing is left from which the counts could be guessed.
  await sweepAll(store, rulesAt(T0 + DAY + HOUR))
  const again = await reopen()
  const [place] = await put(again, mail(A, { at: T0 + DAY + HOUR }))
  assert.deepEqual([place?.inboxId, place?.seq], [inbox.id, 3])
  assert.equal((await again.events(ann, 0, 10))[0]?.seq, 4)
  assert.equal((await claim(again, ann, A)).claimed, false)
}

const boundsGoOn: Reopened = async (store, reopen) => {
  const [a] = await put(store, mail(A, { at: T0, size: 100 }))
  const [b] = await put(store, mail(B, { at: T0 + 1, size: 100 }))
  const again = await reopen()
  await put(again, mail(B, { at: T0 + 2, size: 100 }))
  assert.deepEqual([await seqs(again, a?.inboxId ?? ''), await seqs(again, b?.inboxId ?? '')], [[], [2, 1]])
  await put(again, mail(B, { at: T0 + 3, size: 10 }))
  assert.deepEqual(await seqs(again, b?.inboxId ?? ''), [3, 2])
}
