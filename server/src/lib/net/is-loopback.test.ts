import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './is-loopback.ts'

test('this machine, by IPv4, by IPv6, and by one in the other', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1']) {
    assert.ok(isLoopback(address), address)
  }
})

test('anybody else, and what only looks like it', () => {
  for (const address of ['192.0.2.1', '::', '::2', '::ffff:192.0.2.1', '10.127.0.1', '1127.0.0.1', '']) {
    assert.ok(!isLoopback(address), address)
  }
})
