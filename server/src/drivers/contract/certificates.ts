import assert from 'node:assert/strict'
import type { OrderedCertificate } from '../../domain/certificate-store.ts'
import { type OpenStore, scenario, T0 } from './scene.ts'

const CA = 'https://ca.test/directory'

function ordered(names: readonly string[], more: Partial<OrderedCertificate> = {}): OrderedCertificate {
  return { names, pair: null, failures: 0, lastError: null, nextTryAt: 0, ...more }
}

export function certificates(open: OpenStore): void {
  scenario(open, 'a certificate is known by its names, and the last one saved holds', async ({ certificates }) => {
    assert.deepEqual(await certificates.all(), [])
    const failed = ordered(['mail.test', '*.mail.test'], { failures: 3, lastError: 'Zoë said no', nextTryAt: T0 })
    const other = ordered(['another.test'], { pair: { cert: 'CERT', key: 'KEY' } })
    await certificates.save(failed)
    await certificates.save(other)
    assert.deepEqual(
      await certificates.all(),
      [other, failed].sort((a, b) => (String(a.names) < String(b.names) ? -1 : 1)),
    )
    const issued = ordered(failed.names, { pair: { cert: 'C2', key: 'K2' } })
    await certificates.save(issued)
    await certificates.remove(other.names)
    await certificates.remove(['never.test'])
    assert.deepEqual(await certificates.all(), [issued])
  })

  scenario(open, 'there is one account for each authority', async ({ certificates }) => {
    assert.equal(await certificates.account(CA), null)
    for (const url of ['https://ca.test/acct/1', 'https://ca.test/acct/2']) {
      await certificates.saveAccount(CA, { url, key: 'KEY' })
      assert.deepEqual(await certificates.account(CA), { url, key: 'KEY' })
    }
    assert.equal(await certificates.account('https://other.test/directory'), null)
    await certificates.saveAccount(CA, null)
    assert.equal(await certificates.account(CA), null)
  })

  scenario(open, 'a challenge is answered until it is dropped or has expired', async ({ certificates }) => {
    await certificates.putChallenge('a', 'a.thumb', T0, T0 + 10)
    await certificates.putChallenge('b', 'b.thumb', T0, T0 + 100)
    assert.equal(await certificates.challenge('a', T0 + 9), 'a.thumb')
    assert.equal(await certificates.challenge('a', T0 + 10), null)
    assert.equal(await certificates.challenge('never', T0), null)
    await certificates.putChallenge('c', 'c.thumb', T0 + 10, T0 + 100)
    assert.equal(await certificates.challenge('a', T0), null)
    await certificates.dropChallenge('b')
    assert.deepEqual(await Promise.all(['b', 'c'].map((token) => certificates.challenge(token, T0))), [null, 'c.thumb'])
  })
}
