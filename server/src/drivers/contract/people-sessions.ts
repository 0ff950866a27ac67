import assert from 'node:assert/strict'
import { MAX_SESSIONS } from '../../domain/people-store.ts'
import { actions, memberIn, newHash, note, ownerIn, sessionOf } from './people-scene.ts'
import { accountOf, HOUR, type OpenStore, scenario, T0 } from './scene.ts'

export function sessions(open: OpenStore): void {
  scenario(open, 'a session is found by its hash, with its user and account', async (store) => {
    const user = await ownerIn(store)
    const { session, hash } = await sessionOf(store, user.id)
    const holder = await store.people.sessionByHash(hash)
    assert.deepEqual({ ...holder?.session }, session)
    assert.deepEqual({ ...holder?.user }, { ...user, password: null, totp: null })
    assert.deepEqual({ ...holder?.account }, { ...(await accountOf(store, user.accountId)) })
    assert.equal(await store.people.sessionByHash(newHash()), null)
  })

  scenario(open, 'sessions are listed the newest first, and end one by one', async (store) => {
    const user = await ownerIn(store)
    const first = await sessionOf(store, user.id)
    const second = await sessionOf(store, user.id)
    const ids = async () => (await store.people.sessions(user.id)).map((session) => session.id)
    assert.deepEqual(await ids(), [second.session.id, first.session.id])
    const bob = await memberIn(store, user.accountId, 'bob@owner.test')
    assert.equal(await store.people.endSession(bob.id, first.session.id), false)
    assert.equal(await store.people.endSession(user.id, first.session.id), true)
    assert.equal(await store.people.endSession(user.id, first.session.id), false)
    assert.deepEqual(await ids(), [second.session.id])
    assert.equal(await store.people.sessionByHash(first.hash), null)
  })

  scenario(open, 'of too many sessions the oldest goes', async (store) => {
    const user = await ownerIn(store)
    const bob = await memberIn(store, user.accountId, 'bob@owner.test')
    const bobs = await sessionOf(store, bob.id)
    const first = await sessionOf(store, user.id)
    const second = await sessionOf(store, user.id)
    for (let i = 1; i < MAX_SESSIONS; i++) await sessionOf(store, user.id)
    assert.equal(await store.people.sessionByHash(first.hash), null)
    assert.ok(await store.people.sessionByHash(second.hash))
    assert.ok(await store.people.sessionByHash(bobs.hash))
    assert.equal((await store.people.sessions(user.id)).length, MAX_SESSIONS)
  })

  scenario(open, 'a session that is used lasts longer', async (store) => {
    const user = await ownerIn(store)
    const { session, hash } = await sessionOf(store, user.id)
    const used = new Map([
      [session.id, { at: T0 + 5, expiresAt: T0 + 2 * HOUR }],
      ['ses_none', { at: T0, expiresAt: T0 }],
    ])
    await store.people.touchSessions(used)
    const touched = (await store.people.sessionByHash(hash))?.session
    assert.deepEqual([touched?.lastSeenAt, touched?.expiresAt], [T0 + 5, T0 + 2 * HOUR])
  })

  scenario(open, 'a new password ends the other sessions and makes every link void', async (store) => {
    const user = await ownerIn(store)
    const kept = await sessionOf(store, user.id)
    const other = await sessionOf(store, user.id)
    const bob = await memberIn(store, user.accountId, 'bob@owner.test')
    const bobs = await sessionOf(store, bob.id)
    const hash = newHash()
    await store.people.createLink({ hash, kind: 'reset', userId: user.id, expiresAt: T0 + HOUR })
    await store.people.setPassword(user.id, '$new', kept.session.id, note('password.change'))
    assert.equal((await store.people.userByEmail('ANN@owner.test'))?.password, '$new')
    assert.ok(await store.people.sessionByHash(kept.hash))
    assert.equal(await store.people.sessionByHash(other.hash), null)
    assert.ok(await store.people.sessionByHash(bobs.hash))
    assert.equal(await store.people.takeLink(hash, 'reset', T0), null)
    await store.people.setPassword(user.id, '$newer', null, note('password.reset'))
    assert.equal(await store.people.sessionByHash(kept.hash), null)
    assert.deepEqual((await actions(store, user.accountId)).slice(0, 2), ['password.reset', 'password.change'])
  })

  scenario(open, 'a link works once, for what it was made for, and until it expires', async (store) => {
    const user = await ownerIn(store)
    const [hash, late] = [newHash(), newHash()]
    await store.people.createLink({ hash, kind: 'sign_in', userId: user.id, expiresAt: T0 + HOUR })
    await store.people.createLink({ hash: late, kind: 'sign_in', userId: user.id, expiresAt: T0 + HOUR })
    assert.equal(await store.people.takeLink(hash, 'reset', T0), null)
    const taken = await Promise.all([1, 2, 3].map(() => store.people.takeLink(hash, 'sign_in', T0)))
    assert.deepEqual(taken.sort(), [user.id, null, null].sort())
    assert.equal(await store.people.takeLink(late, 'sign_in', T0 + HOUR), null)
    assert.equal(await store.people.takeLink(newHash(), 'sign_in', T0), null)
  })

  scenario(open, 'a sign-up takes the right code, a few wrong ones and no more', async (store) => {
    const [right, wrong] = [newHash(), newHash()]
    const wish = { email: 'new@owner.test', codeHash: right, password: '$phc', expiresAt: T0 + HOUR }
    const take = (hash: Uint8Array, at = T0) => store.people.takeSignUp(wish.email, hash, at, 3)
    await store.people.keepSignUp(wish)
    assert.equal(await take(wrong), null)
    assert.equal(await take(wrong), null)
    assert.equal(await take(right), '$phc')
    assert.equal(await take(right), null)
    await store.people.keepSignUp(wish)
    for (let i = 0; i < 3; i++) assert.equal(await take(wrong), null)
    assert.equal(await take(right), null)
    await store.people.keepSignUp({ ...wish, password: '$other' })
    assert.equal(await take(right, T0 + HOUR), null)
    await store.people.keepSignUp({ ...wish, password: '$other' })
    assert.equal(await take(right, T0 + HOUR - 1), '$other')
  })
}
