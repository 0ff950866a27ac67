import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BdatReader } from './bdat-reader.ts'

test('takes exactly the declared octets, as views', () => {
  const reader = new BdatReader(5)
  const first = Buffer.from('xxab')
  assert.deepEqual(reader.read(first, 2), { data: first.subarray(2), next: 4, ended: false })
  assert.deepEqual(reader.read(Buffer.from('cdeNOOP'), 0), { data: Buffer.from('cde'), next: 3, ended: true })
})
