import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerCache } from './answer-cache.ts'

const answer = (bytes: number) => ({ body: Buffer.alloc(bytes), link: null })
const MIB = 1024 * 1024

test('an answer is found by its tag', () => {
  const cache = new AnswerCache()
  const kept = answer(10)
  cache.set('a', kept)
  assert.equal(cache.get('a'), kept)
  assert.equal(cache.get('b'), undefined)
})

test('it is bounded in bytes, and what was used longest ago goes first', () => {
  const cache = new AnswerCache()
  for (let i = 0; i < 64; i++) cache.set(`${i}`, answer(MIB))
  cache.get('0')
  cache.set('64', answer(1))
  assert.ok(cache.get('0'))
  assert.equal(cache.get('1'), undefined)
  assert.ok(cache.get('2'))
})

test('the same tag again takes no more room', () => {
  const cache = new AnswerCache()
  for (let i = 0; i < 1_000; i++) cache.set('same', answer(MIB))
  cache.set('other', answer(MIB))
  assert.ok(cache.get('same'))
})

test('a very large one is not kept', () => {
  const cache = new AnswerCache()
  cache.set('a', answer(MIB + 1))
  assert.equal(cache.get('a'), undefined)
})
