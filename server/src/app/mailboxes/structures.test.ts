import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../domain/ports.ts'
import { Structures } from './structures.ts'
import { Desk } from './test-desk.ts'

const HELLO = 'Subject: Hello\r\n\r\nHello.\r\n'

async function scene() {
  const desk = await Desk.open()
  await desk.append('INBOX', HELLO)
  const { id } = await desk.find('INBOX')
  return { desk, id, store: desk.room.store, contents: desk.mailboxes.contents }
}

/** As after a restart. */
function afresh(store: Store): Structures {
  return new Structures({ store, mime: { structure: async () => 'new' }, onBackgroundError: assert.fail })
}

const asIs = (packed: string): string => packed

test('a structure is made once for all who ask at once, and then known', async (t) => {
  const { id, store, contents } = await scene()
  const [asked, raw] = [t.mock.method(store.mailboxes, 'structure'), t.mock.method(store, 'raw')]
  const made = await Promise.all(Array.from({ length: 5 }, () => contents.structure(id, 1, asIs)))
  assert.equal(new Set(made).size, 1)
  assert.equal(await contents.structure(id, 1, asIs), made[0])
  assert.deepEqual([asked.mock.callCount(), raw.mock.callCount()], [1, 1])
})

test('what is kept in the store is not made again', async (t) => {
  const { id, store, contents } = await scene()
  const made = await contents.structure(id, 1, asIs)
  const raw = t.mock.method(store, 'raw')
  assert.equal(await afresh(store).read(id, 1, asIs), made)
  assert.equal(raw.mock.callCount(), 0)
})

test('one that cannot be kept is told of, and good all the same', async (t) => {
  const { desk, id, store, contents } = await scene()
  t.mock.method(store.mailboxes, 'saveStructure', () => Promise.reject(new Error('no room')))
  assert.ok(await contents.structure(id, 1, asIs))
  assert.equal((desk.room.failures[0] as Error).message, 'no room')
})

test('one in a form that nobody knows any more is made anew', async () => {
  const { id, store } = await scene()
  await store.mailboxes.saveStructure(id, 1, 'old')
  assert.equal(await afresh(store).read(id, 1, (packed) => (packed === 'old' ? null : packed)), 'new')
  assert.equal(await store.mailboxes.structure(id, 1), 'new')
})

test('of a message that is gone there is none', async () => {
  const { id, contents } = await scene()
  assert.ok(await contents.structure(id, 1, asIs))
  await contents.delete(id, [1])
  assert.equal(await contents.structure(id, 1, asIs), null)
  assert.equal(await contents.structure(id, 2, asIs), null)
})
