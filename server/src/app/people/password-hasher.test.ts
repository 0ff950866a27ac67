import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../domain/domain-error.ts'
import { PasswordHasher } from './password-hasher.ts'

test('a password is kept as argon2id with 19 MiB, and verified', async () => {
  const hasher = new PasswordHasher()
  const phc = await hasher.hash('correct horse battery')
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(phc, await hasher.hash('correct horse battery'))
  assert.equal(await hasher.verify('correct horse battery', phc), true)
  assert.equal(await hasher.verify('correct horse batterz', phc), false)
  assert.equal(await hasher.verify('', phc), false)
})

test('the same letters are the same password, however they are composed', async () => {
  const hasher = new PasswordHasher()
  assert.equal(await hasher.verify('Zoe\u0308 battery', await hasher.hash('Zo\u00eb battery')), true)
})

test('where there is no password the same work is done', async () => {
  const hasher = new PasswordHasher()
  assert.equal(await hasher.verify('anything', null), false)
  assert.equal(hasher.made, 1)
})

test('a crowd waits in a queue that has an end', async () => {
  const hasher = new PasswordHasher()
  const crowd = Array.from({ length: 70 }, () => hasher.verify('x', null))
  const results = await Promise.allSettled(crowd)
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 4)
  for (const { reason } of refused) {
    assert.ok(reason instanceof DomainError)
    assert.deepEqual([reason.code, reason.retryAfter], ['unavailable', 5])
  }
  assert.equal(hasher.made, 66)
  assert.equal(await hasher.verify('x', null), false)
})
