import assert from 'node:assert/strict'
import { newId } from '../../domain/ids.ts'
import type { NewDeviceGrant } from '../../domain/people-store.ts'
import type { NewKey, Store } from '../../domain/ports.ts'
import { actions, memberIn, newHash, note, ownerIn } from './people-scene.ts'
import { HOUR, newKey, type OpenStore, rejectsWith, scenario, T0 } from './scene.ts'

function newGrant(userCode = 'BCDF-GHJK'): NewDeviceGrant {
  const place = { host: 'box', system: 'Linux', address: '192.0.2.1' }
  return { deviceHash: newHash(), userCode, ...place, expiresAt: T0 + HOUR }
}

function newDevice(accountId: string, userId: string): NewKey {
  const made = newKey(accountId)
  return { ...made, key: { ...made.key, id: newId('dev'), prefix: 'tkc_', role: 'member', createdBy: userId } }
}

async function approved(store: Store, userId: string): Promise<Uint8Array> {
  const grant = newGrant()
  await store.people.createGrant(grant)
  assert.equal(await store.people.decideGrant(grant.userCode, userId, T0), true)
  return grant.deviceHash
}

export function devices(open: OpenStore): void {
  scenario(open, 'a device waits, is approved, and becomes a key once', async (store) => {
    const ann = await ownerIn(store)
    const { deviceHash, ...grant } = newGrant()
    await store.people.createGrant({ ...grant, deviceHash })
    await rejectsWith('conflict', store.people.createGrant(newGrant()))
    assert.deepEqual({ ...(await store.people.grant('BCDF-GHJK', T0)) }, grant)
    assert.deepEqual({ ...(await store.people.pollGrant(deviceHash, T0)) }, { state: 'pending' })
    assert.equal(await store.people.redeemGrant(deviceHash, newDevice(ann.accountId, ann.id), note('device')), false)
    assert.equal(await store.people.decideGrant('BCDF-GHJK', ann.id, T0), true)
    assert.equal(await store.people.decideGrant('BCDF-GHJK', null, T0), false)
    assert.equal(await store.people.grant('BCDF-GHJK', T0), null)
    const polled = await store.people.pollGrant(deviceHash, T0 + 5_000)
    assert.deepEqual([polled.state, polled.state === 'approved' && polled.userId], ['approved', ann.id])
    const device = newDevice(ann.accountId, ann.id)
    const redeem = () => store.people.redeemGrant(deviceHash, device, note('device.create'))
    assert.deepEqual((await Promise.all([redeem(), redeem()])).sort(), [false, true])
    assert.deepEqual({ ...(await store.keyByHash(device.hash))?.key }, device.key)
    const place = { host: 'box', system: 'Linux', address: '192.0.2.1' }
    assert.deepEqual(
      (await store.people.devices(ann.accountId)).map((one) => ({ ...one })),
      [{ ...device.key, ...place }],
    )
    assert.deepEqual(await actions(store, ann.accountId), ['device.create'])
    await store.revokeKey(device.key.id, T0, note('device.revoke'))
    assert.deepEqual(await store.people.devices(ann.accountId), [])
    assert.deepEqual(await actions(store, ann.accountId), ['device.revoke', 'device.create'])
  })

  scenario(open, 'who polls too early is slowed down, each time more', async (store) => {
    const { deviceHash, userCode } = newGrant()
    await store.people.createGrant({ ...newGrant(userCode), deviceHash })
    const poll = async (at: number) => (await store.people.pollGrant(deviceHash, T0 + at)).state
    assert.equal(await poll(0), 'pending')
    assert.equal(await poll(4_000), 'slow_down')
    assert.equal(await poll(10_000), 'slow_down')
    assert.equal(await poll(24_000), 'slow_down')
    assert.equal(await poll(44_000), 'pending')
    assert.equal((await store.people.pollGrant(newHash(), T0)).state, 'unknown')
  })

  scenario(open, 'a device is denied, and a grant expires', async (store) => {
    const ann = await ownerIn(store)
    const denied = newGrant('BBBB-BBBB')
    await store.people.createGrant(denied)
    assert.equal(await store.people.decideGrant('BBBB-BBBB', null, T0), true)
    assert.equal((await store.people.pollGrant(denied.deviceHash, T0)).state, 'denied')
    const late = newGrant('CCCC-CCCC')
    await store.people.createGrant(late)
    assert.equal(await store.people.grant('CCCC-CCCC', T0 + HOUR), null)
    assert.equal(await store.people.decideGrant('CCCC-CCCC', ann.id, T0 + HOUR), false)
    assert.equal((await store.people.pollGrant(late.deviceHash, T0 + HOUR)).state, 'expired')
    assert.equal(await store.people.grant('DDDD-DDDD', T0), null)
  })

  scenario(open, 'a device follows the role of its user, and goes with them', async (store) => {
    const ann = await ownerIn(store)
    const bob = await memberIn(store, ann.accountId, 'bob@owner.test')
    const device = newDevice(ann.accountId, bob.id)
    await store.people.redeemGrant(await approved(store, bob.id), device, note('device.create'))
    const made = newKey(ann.accountId)
    const key = { ...made, key: { ...made.key, createdBy: bob.id, role: 'member' } } as const
    await store.createKey(key, note('key.create'))
    const roleOf = async (hash: Uint8Array) => (await store.keyByHash(hash))?.key.role
    await store.people.setRole(ann.accountId, bob.id, 'admin', note('member.role'))
    assert.deepEqual([await roleOf(device.hash), await roleOf(key.hash)], ['admin', 'member'])
    await store.people.setRole(ann.accountId, bob.id, 'member', note('member.role'))
    assert.equal(await roleOf(device.hash), 'member')
    await store.people.removeUser(ann.accountId, bob.id, note('member.remove', T0 + 9))
    assert.equal((await store.keyByHash(device.hash))?.key.revokedAt, T0 + 9)
    assert.equal((await store.keyByHash(key.hash))?.key.revokedAt, null)
  })
}
