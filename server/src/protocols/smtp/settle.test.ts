import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proceed, settle } from './settle.ts'

const failed = (error: unknown) => `failed: ${(error as Error).message}`
const done = (value: number) => `got ${value}`

test('at once when the answer is there', () => {
  assert.equal(
    settle(() => 1, done, failed),
    'got 1',
  )
  const broken = () => {
    throw new Error('x')
  }
  assert.equal(settle(broken, done, failed), 'failed: x')
})

test('later when it is not', async () => {
  assert.equal(await proceed(Promise.resolve(1), done), 'got 1')
  assert.equal(proceed(1, done), 'got 1')
  assert.equal(await settle(async () => 1, done, failed), 'got 1')
  assert.equal(await settle<number, string>(() => Promise.reject(new Error('x')), done, failed), 'failed: x')
})
