import assert from 'node:assert/strict'
import type { AuthResults } from '../../domain/auth-results.ts'
import { newId } from '../../domain/ids.ts'
import { mail, type OpenStore, put, scenario } from './scene.ts'

const A = 'a@mayfly.test'
const B = 'b@mayfly.test'

export function mailAuth(open: OpenStore): void {
  scenario(open, 'a message knows who handed it in', async (store) => {
    const peers = [
      { address: '::ffff:192.0.2.1', helo: 'client.test' },
      { address: '2001:db8::1', helo: 'a name with spaces, "quotes" and ü' },
      { address: '', helo: '' },
      null,
    ]
    for (const [i, peer] of peers.entries()) {
      const [place] = await put(store, { ...mail(A), peer })
      assert.deepEqual((await store.message(place?.inboxId ?? '', i + 1))?.peer, peer)
    }
  })

  scenario(open, 'there are no results until some are saved, and the last ones hold', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    assert.equal((await store.message(inboxId, 1))?.auth, null)
    for (const saved of [authResults('Zoë 🦋'), authResults('asked again')]) {
      await store.saveAuth(inboxId, 1, saved)
      assert.deepEqual((await store.message(inboxId, 1))?.auth, saved)
    }
  })

  scenario(open, 'results are those of one message, and no change to a reader of lists', async (store) => {
    const [a, b] = await put(store, mail([A, B]))
    const before = [await store.inboxByAddress(A), await store.messages(a?.inboxId ?? '', { limit: 1 })]
    await store.saveAuth(a?.inboxId ?? '', 1, authResults('of a'))
    assert.equal((await store.message(b?.inboxId ?? '', 1))?.auth, null)
    assert.deepEqual([await store.inboxByAddress(A), await store.messages(a?.inboxId ?? '', { limit: 1 })], before)
  })

  scenario(open, 'saving for a message that is gone does nothing', async (store) => {
    const inboxId = (await put(store, mail(A)))[0]?.inboxId ?? ''
    await store.saveAuth(newId('ibx'), 1, authResults('never there'))
    await store.saveAuth(inboxId, 2, authResults('not yet there'))
    await put(store, mail(A))
    assert.equal((await store.message(inboxId, 2))?.auth, null)
    await store.deleteMessages(inboxId, [1])
    await store.saveAuth(inboxId, 1, authResults('gone'))
    assert.equal(await store.message(inboxId, 1), null)
  })
}

export function authResults(info: string): AuthResults {
  const verdict = { result: 'pass', domain: 'sender.test', info } as const
  return {
    spf: { ...verdict, identity: 'mailfrom', client_ip: '192.0.2.1' },
    dkim: { ...verdict, selector: 's1', signatures: [{ ...verdict, selector: 's1', algorithm: 'rsa-sha256' }] },
    dmarc: { ...verdict, policy: 'reject', aligned: ['spf', 'dkim'] },
    arc: { result: 'none', domain: null, info: null, instance: 0 },
  }
}
