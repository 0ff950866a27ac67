import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeIsIn } from './networks.ts'

test('an address is in its network, however it is written', () => {
  const isIn = makeIsIn(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.255.0.1', '::FFFF:10.1.1.1', '2001:db8::1']) {
    assert.equal(isIn(address), true, address)
  }
  for (const address of ['127.0.0.2', '11.0.0.1', '2001:db9::1', '', 'localhost', '::1']) {
    assert.equal(isIn(address), false, address)
  }
  assert.equal(makeIsIn([])('127.0.0.1'), false)
})
