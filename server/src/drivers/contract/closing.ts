import assert from 'node:assert/strict'
import type { Store } from '../../domain/ports.ts'
import { claim, mail, newAccount, newKey, type OpenStore, put, scenario } from './scene.ts'
import { rulesAt } from './sweep-steps.ts'

const CALLS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  createAccount: (store) => store.createAccount(newAccount()),
  account: (store) => store.account('acc_0000000000000000'),
  keyByHash: (store) => store.keyByHash(newKey('').hash),
  inboxByAddress: (store) => store.inboxByAddress('a@mayfly.test'),
  claim: (store) => claim(store, 'acc_0000000000000000', 'a@mayfly.test'),
  stage: (store) => store.stage((async function* () {})()),
  append: (store) => store.append([mail('a@mayfly.test')]),
  messages: (store) => store.messages('ibx_0000000000000000', { limit: 1 }),
  events: (store) => store.events('acc_0000000000000000', 0, 1),
  certificates: (store) => store.certificates.all(),
  sweep: (store) => store.sweep(rulesAt(0)),
  takeLease: (store) => store.takeLease({ name: 'sweep', holder: 'a', at: 0, until: 1 }),
  ping: (store) => store.ping(),
}

export function closing(open: OpenStore): void {
  scenario(open, 'an open store answers a ping', async (store) => {
    await store.ping()
  })

  scenario(open, 'after close every call rejects, and another close does nothing', async (store) => {
    await put(store, mail('a@mayfly.test'))
    await store.close()
    for (const [name, call] of Object.entries(CALLS)) {
      await assert.rejects(call(store), `${name} should reject`)
    }
    await store.close()
  })
}
