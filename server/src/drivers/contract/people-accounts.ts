import assert from 'node:assert/strict'
import { newId } from '../../domain/ids.ts'
import type { Store } from '../../domain/ports.ts'
import { actions, memberIn, newHash, newInvite, note, ownerIn, sessionOf } from './people-scene.ts'
import { accountOf, claim, DAY, HOUR, mail, newKey, type OpenStore, put, rejectsWith, scenario, T0 } from './scene.ts'
import { addWebhook, claimDue } from './webhook-scene.ts'

async function sweepAll(store: Store, now: number, limit = 3): Promise<void> {
  const rules = { now, auditSince: now - 365 * DAY, limit }
  for (let steps = 0; await store.people.sweep(rules); steps++) assert.ok(steps < 200, 'the sweep has no end')
}

export function audits(open: OpenStore): void {
  scenario(open, 'the audit log is read newest first, page by page', async (store) => {
    const ann = await ownerIn(store)
    const other = await ownerIn(store, 'eve@owner.test')
    const notes = ['a', 'b', 'c', 'd', 'e'].map((action, i) => note(action, T0 + i))
    for (const one of notes) await store.people.audit(ann.accountId, one)
    await store.people.audit(other.accountId, note('theirs'))
    const first = await store.people.auditLog(ann.accountId, null, 3)
    assert.deepEqual(
      first.map((line) => ({ ...line, actor: { ...line.actor } })),
      notes.slice(2).reverse(),
    )
    const rest = await store.people.auditLog(ann.accountId, first.at(-1)?.id ?? null, 3)
    assert.deepEqual(
      rest.map(({ action }) => action),
      ['b', 'a'],
    )
    assert.deepEqual(await store.people.auditLog(newId('acc'), null, 3), [])
  })

  scenario(open, 'a change and its line in the log are one', async (store) => {
    const ann = await ownerIn(store)
    const key = newKey(ann.accountId)
    await store.createKey(key, note('key.create'))
    await rejectsWith('conflict', store.createKey({ ...newKey(ann.accountId), hash: key.hash }, note('key.create')))
    await store.revokeKey(key.key.id, T0, note('key.revoke'))
    await store.revokeKey(key.key.id, T0, note('key.revoke'))
    await store.setPlan(ann.accountId, 'plus', 10, note('plan.set'))
    await store.setPlan(newId('acc'), 'plus', 10, note('plan.set'))
    assert.deepEqual(await actions(store, ann.accountId), ['plan.set', 'key.revoke', 'key.create'])
  })

  scenario(open, 'the sweep forgets what has expired and what is old, and nothing else', async (store) => {
    const ann = await ownerIn(store)
    for (let i = 0; i < 8; i++) await store.people.audit(ann.accountId, note('old', T0 - 366 * DAY))
    await store.people.audit(ann.accountId, note('young'))
    const [over, lasting] = [await sessionOf(store, ann.id), await sessionOf(store, ann.id, { expiresAt: T0 + DAY })]
    const hash = newHash()
    await store.people.createInvite(newInvite(ann.accountId), hash, 9, note('invite.create'))
    await sweepAll(store, T0 + HOUR)
    assert.equal(await store.people.sessionByHash(over.hash), null)
    assert.ok(await store.people.sessionByHash(lasting.hash))
    assert.equal(await store.people.inviteByHash(hash, T0), null)
    assert.deepEqual(await actions(store, ann.accountId), ['invite.create', 'young'])
  })
}

export function operator(open: OpenStore): void {
  scenario(open, 'accounts are found by a part of an id or an address', async (store) => {
    const ann = await ownerIn(store)
    const bob = await ownerIn(store, 'bob_1@other.test')
    await memberIn(store, ann.accountId, 'carl@third.test')
    const find = async (text: string, after: string | null = null) =>
      (await store.people.searchAccounts(text, after, 10)).map(({ id }) => id)
    assert.deepEqual(await find(''), [ann.accountId, bob.accountId])
    assert.deepEqual(await find('', ann.accountId), [bob.accountId])
    assert.deepEqual(await find('CARL@'), [ann.accountId])
    assert.deepEqual(await find('b_1'), [bob.accountId])
    assert.deepEqual(await find('b%1'), [])
    assert.deepEqual(await find(bob.accountId), [bob.accountId])
    const [found] = await store.people.searchAccounts('carl', null, 1)
    assert.deepEqual([found?.members, found?.email], [2, 'ann@owner.test'])
  })

  scenario(open, 'an account is suspended and opened again', async (store) => {
    const ann = await ownerIn(store)
    assert.equal(await store.people.setSuspended(ann.accountId, T0, note('account.suspend')), true)
    assert.equal((await accountOf(store, ann.accountId)).suspendedAt, T0)
    assert.equal(await store.people.setSuspended(ann.accountId, null, note('account.resume')), true)
    assert.equal((await accountOf(store, ann.accountId)).suspendedAt, null)
    assert.equal(await store.people.setSuspended(newId('acc'), T0, note('account.suspend')), false)
  })

  scenario(open, 'an account that is deleted is gone for everybody, and its rows go in steps', async (store) => {
    const ann = await ownerIn(store)
    const bob = await ownerIn(store, 'bob@owner.test')
    const key = newKey(ann.accountId)
    await store.createKey(key)
    const { hash } = await sessionOf(store, ann.id)
    const invited = newHash()
    await store.people.createInvite(newInvite(ann.accountId), invited, 9, note('invite.create'))
    for (let i = 0; i < 7; i++) await claim(store, ann.accountId, `box${i}@mayfly.test`)
    const { inbox } = await claim(store, ann.accountId, 'box0@mayfly.test')
    const webhook = await addWebhook(store, ann.accountId)
    const folder = await store.mailboxes.createFolder({ accountId: ann.accountId, inboxId: null }, 'x', T0, 10)
    await put(store, mail('box0@mayfly.test'))
    assert.equal(await store.people.deleteAccount(ann.accountId, T0), true)
    assert.equal(await store.people.deleteAccount(ann.accountId, T0), false)
    assert.equal(await store.account(ann.accountId), null)
    assert.deepEqual(await claimDue(store, T0), [], 'nobody is told of it any more')
    assert.equal(await store.webhooks.get(ann.accountId, webhook), null)
    assert.equal(await store.keyByHash(key.hash), null)
    assert.equal(await store.people.sessionByHash(hash), null)
    assert.equal(await store.people.userByEmail('ann@owner.test'), null)
    assert.equal(await store.people.inviteByHash(invited, T0), null)
    await rejectsWith('not_found', claim(store, ann.accountId, 'another@mayfly.test'))
    assert.deepEqual(
      (await store.accounts(null, 10)).map(({ id }) => id),
      [bob.accountId],
    )
    await sweepAll(store, T0)
    assert.equal(await store.mailboxes.mailbox(folder.id), null)
    const { inbox: anew, claimed } = await claim(store, bob.accountId, 'box0@mayfly.test')
    assert.deepEqual([claimed, anew.messageCount], [true, 0])
    assert.equal((await store.inboxById(inbox.id))?.accountId ?? null, null)
    assert.equal((await accountOf(store, bob.accountId)).inboxCount, 1)
    await ownerIn(store)
  })
}
