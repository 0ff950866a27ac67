import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Bells } from './bells.ts'

test('an abort takes the listener away from all its keys, also when nobody asks again', () => {
  const bells = new Bells<string>()
  const [first, second] = [new AbortController(), new AbortController()]
  bells.listen(['a', 'b'], first.signal)
  bells.listen(['a'], first.signal)
  bells.listen(['a', 'c'], second.signal)
  assert.deepEqual([...bells.keys()], ['a', 'b', 'c'])
  first.abort()
  assert.deepEqual([...bells.keys()], ['a', 'c'])
  assert.equal(bells.has('b'), false)
  second.abort()
  assert.equal(bells.size, 0)
})

test('a signal that has aborted already leaves nothing', () => {
  const bells = new Bells<string>()
  bells.listen(['a'], AbortSignal.abort())
  assert.equal(bells.size, 0)
})
