import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ehloReply } from './capabilities.ts'

test('STARTTLS only where it is offered', () => {
  const lines = (startTls: boolean) => ehloReply({ hostname: 'mx.test', messageBytes: 5, startTls }).text.split('\n')
  assert.equal(lines(true).at(-1), 'STARTTLS')
  assert.deepEqual(lines(false), lines(true).slice(0, -1))
  assert.deepEqual([lines(false)[0], lines(false)[2]], ['mx.test', 'SIZE 5'])
})
