import assert from 'node:assert/strict'
import { actions, newHash, note, ownerIn } from './people-scene.ts'
import { type OpenStore, scenario, T0 } from './scene.ts'

export function secondFactor(open: OpenStore): void {
  scenario(open, 'a second factor counts once confirmed, and goes with its recovery codes', async (store) => {
    const user = await ownerIn(store)
    const totp = async () => (await store.people.user(user.id))?.totp
    const [one, two] = [newHash(), newHash()]
    assert.equal(await store.people.confirmTotp(user.id, 7, [one], note('totp.on')), false)
    await store.people.proposeTotp(user.id, 'AAAA')
    await store.people.proposeTotp(user.id, 'BBBB')
    assert.deepEqual({ ...(await totp()) }, { secret: 'BBBB', confirmed: false })
    assert.equal((await store.people.members(user.accountId))[0]?.hasTotp, false)
    const hash = newHash()
    await store.people.createLink({ hash, kind: 'sign_in', userId: user.id, expiresAt: T0 + 1 })
    assert.equal(await store.people.confirmTotp(user.id, 7, [one, two], note('totp.on')), true)
    assert.equal(await store.people.takeLink(hash, 'sign_in', T0), null)
    assert.equal(await store.people.confirmTotp(user.id, 8, [one, two], note('totp.on')), false)
    assert.equal((await store.people.members(user.accountId))[0]?.hasTotp, true)
    await store.people.proposeTotp(user.id, 'CCCC')
    assert.deepEqual({ ...(await totp()) }, { secret: 'BBBB', confirmed: true })
    await store.people.removeTotp(user.id, note('totp.off'))
    assert.equal(await totp(), null)
    assert.equal(await store.people.useRecoveryCode(user.id, one, note('totp.recovery_code')), false)
    assert.deepEqual(await actions(store, user.accountId), ['totp.off', 'totp.on'])
  })

  scenario(open, 'a step is used once, and none before it any more', async (store) => {
    const user = await ownerIn(store)
    await store.people.proposeTotp(user.id, 'AAAA')
    await store.people.confirmTotp(user.id, 7, [], note('totp.on'))
    assert.equal(await store.people.useTotpStep(user.id, 7), false)
    const used = await Promise.all([1, 2, 3].map(() => store.people.useTotpStep(user.id, 9)))
    assert.deepEqual(used.sort(), [false, false, true])
    assert.equal(await store.people.useTotpStep(user.id, 8), false)
    assert.equal(await store.people.useTotpStep(user.id, 10), true)
  })

  scenario(open, 'a recovery code is used once, by its user', async (store) => {
    const user = await ownerIn(store)
    const other = await ownerIn(store, 'bob@owner.test')
    const [one, two] = [newHash(), newHash()]
    await store.people.proposeTotp(user.id, 'AAAA')
    await store.people.confirmTotp(user.id, 7, [one, two], note('totp.on'))
    const use = (id: string, hash: Uint8Array) => store.people.useRecoveryCode(id, hash, note('totp.recovery_code'))
    assert.equal(await use(other.id, one), false)
    assert.deepEqual((await Promise.all([use(user.id, one), use(user.id, one)])).sort(), [false, true])
    assert.equal(await use(user.id, two), true)
    assert.equal(await use(user.id, newHash()), false)
  })
}
