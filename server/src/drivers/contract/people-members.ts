import assert from 'node:assert/strict'
import { newId } from '../../domain/ids.ts'
import { actions, memberIn, newHash, newInvite, newUser, note, ownerIn, sessionOf } from './people-scene.ts'
import { HOUR, type OpenStore, rejectsWith, scenario, T0 } from './scene.ts'

export function members(open: OpenStore): void {
  scenario(open, 'members are listed in the order of their coming, and roles change', async (store) => {
    const ann = await ownerIn(store)
    const bob = await memberIn(store, ann.accountId, 'bob@owner.test')
    const listed = await store.people.members(ann.accountId)
    assert.deepEqual(
      listed.map(({ id, role, hasPassword }) => [id, role, hasPassword]),
      [
        [ann.id, 'owner', false],
        [bob.id, 'member', true],
      ],
    )
    assert.equal(await store.people.setRole(ann.accountId, bob.id, 'admin', note('member.role')), true)
    assert.equal((await store.people.user(bob.id))?.role, 'admin')
    const other = await ownerIn(store, 'eve@owner.test')
    assert.equal(await store.people.setRole(other.accountId, bob.id, 'member', note('member.role')), false)
    assert.equal(await store.people.setRole(ann.accountId, newId('usr'), 'member', note('member.role')), false)
    assert.equal((await actions(store, ann.accountId))[0], 'member.role')
    assert.deepEqual(
      (await store.people.users(ann.id, 10)).map(({ id }) => id),
      [bob.id, other.id],
    )
  })

  scenario(open, 'the last owner stays one', async (store) => {
    const ann = await ownerIn(store)
    await rejectsWith('conflict', store.people.setRole(ann.accountId, ann.id, 'admin', note('member.role')))
    await rejectsWith('conflict', store.people.removeUser(ann.accountId, ann.id, note('member.remove')))
    assert.equal((await store.people.user(ann.id))?.role, 'owner')
    assert.deepEqual(await actions(store, ann.accountId), [])
    const bob = await memberIn(store, ann.accountId, 'bob@owner.test', 'owner')
    assert.equal(await store.people.removeUser(ann.accountId, ann.id, note('member.remove')), true)
    await rejectsWith('conflict', store.people.removeUser(ann.accountId, bob.id, note('member.remove')))
  })

  scenario(open, 'who is removed is gone with their sessions, and the address is free', async (store) => {
    const ann = await ownerIn(store)
    const bob = await memberIn(store, ann.accountId, 'bob@owner.test')
    const { hash } = await sessionOf(store, bob.id)
    assert.equal(await store.people.removeUser(ann.accountId, bob.id, note('member.remove')), true)
    assert.equal(await store.people.removeUser(ann.accountId, bob.id, note('member.remove')), false)
    assert.equal(await store.people.sessionByHash(hash), null)
    assert.equal(await store.people.user(bob.id), null)
    await ownerIn(store, 'bob@owner.test')
  })
}

export function invites(open: OpenStore): void {
  scenario(open, 'an invite makes one member, once', async (store) => {
    const ann = await ownerIn(store)
    const hash = newHash()
    const invite = newInvite(ann.accountId, { role: 'admin', email: 'bob@owner.test' })
    await store.people.createInvite(invite, hash, 25, note('invite.create'))
    assert.deepEqual({ ...(await store.people.inviteByHash(hash, T0)) }, invite)
    assert.deepEqual(
      (await store.people.invites(ann.accountId, T0)).map((one) => ({ ...one })),
      [invite],
    )
    await rejectsWith(
      'conflict',
      store.people.acceptInvite(hash, newUser(ann.accountId, 'ANN@owner.test'), 25, note('member.join')),
    )
    const both = ['bob@owner.test', 'eve@owner.test'].map((email) =>
      store.people.acceptInvite(hash, newUser(ann.accountId, email), 25, note('member.join')),
    )
    const accepted = (await Promise.all(both)).filter((one) => one !== null)
    assert.deepEqual({ ...accepted[0] }, invite)
    assert.equal(accepted.length, 1)
    assert.deepEqual(
      (await store.people.members(ann.accountId)).map(({ role }) => role),
      ['owner', 'admin'],
    )
    assert.deepEqual(await store.people.invites(ann.accountId, T0), [])
    assert.deepEqual(await actions(store, ann.accountId), ['member.join', 'invite.create'])
  })

  scenario(open, 'an invite expires, and can be taken back by its account alone', async (store) => {
    const ann = await ownerIn(store)
    const eve = await ownerIn(store, 'eve@owner.test')
    const hash = newHash()
    const invite = newInvite(ann.accountId)
    await store.people.createInvite(invite, hash, 25, note('invite.create'))
    const user = newUser(ann.accountId, 'bob@owner.test')
    assert.equal(await store.people.inviteByHash(hash, T0 + HOUR), null)
    assert.equal(await store.people.acceptInvite(hash, user, 25, note('member.join', T0 + HOUR)), null)
    assert.equal(await store.people.deleteInvite(eve.accountId, invite.id, note('invite.delete')), false)
    assert.equal(await store.people.deleteInvite(ann.accountId, invite.id, note('invite.delete')), true)
    assert.equal(await store.people.deleteInvite(ann.accountId, invite.id, note('invite.delete')), false)
    assert.equal(await store.people.acceptInvite(hash, user, 25, note('member.join')), null)
  })

  scenario(open, 'members and open invites together stay within the cap', async (store) => {
    const ann = await ownerIn(store)
    const hash = newHash()
    const create = (cap: number, invite = newInvite(ann.accountId), with_ = newHash()) =>
      store.people.createInvite(invite, with_, cap, note('invite.create'))
    await rejectsWith('plan_required', create(1))
    await create(2, newInvite(ann.accountId), hash)
    await rejectsWith('plan_required', create(2))
    const bob = newUser(ann.accountId, 'bob@owner.test')
    await rejectsWith('plan_required', store.people.acceptInvite(hash, bob, 1, note('member.join')))
    assert.ok(await store.people.acceptInvite(hash, bob, 2, note('member.join')))
    await rejectsWith('plan_required', create(2))
    // What has expired takes no room.
    await create(3, newInvite(ann.accountId, { expiresAt: T0 }))
    await create(3)
  })
}
