import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressBook } from './address-book.ts'

test('whoever asks while a name is being resolved shares the answer, and so does who asks soon after', async () => {
  let now = 0
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return ['8.8.8.8', '2A00::0', '8.8.8.8']
  }
  const book = new AddressBook(resolve, 10, () => now)
  const [first, second] = await Promise.all([book.addressesOf('a.test'), book.addressesOf('a.test')])
  assert.deepEqual(first, ['8.8.8.8', '2a00::'])
  assert.deepEqual(second, first)
  now = 9
  await book.addressesOf('a.test')
  assert.deepEqual(asked, ['a.test'])
  now = 10
  await book.addressesOf('a.test')
  assert.deepEqual(asked, ['a.test', 'a.test'])
})

test('a failure is not remembered', async () => {
  let failures = 1
  const resolve = async () => (failures-- > 0 ? Promise.reject(new Error('SERVFAIL')) : ['8.8.8.8'])
  const book = new AddressBook(resolve, 10_000, () => 0)
  await assert.rejects(book.addressesOf('a.test'), /SERVFAIL/)
  assert.deepEqual(await book.addressesOf('a.test'), ['8.8.8.8'])
})

test('a literal address asks nobody', async () => {
  const book = new AddressBook(
    () => assert.fail('asked'),
    10_000,
    () => 0,
  )
  assert.deepEqual(await book.addressesOf('::FFFF'), ['::ffff'])
  assert.deepEqual(await book.addressesOf('8.8.8.8'), ['8.8.8.8'])
})
