import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTable } from './make-table.ts'

test('columns stand under each other, also where letters are two wide', () => {
  const rows = [
    ['short', 'x'],
    ['日本語', 'y'],
    ['', 'z'],
  ]
  assert.deepEqual(
    makeTable(['A', 'B'], rows, (text) => `[${text}]`),
    ['[A       B]', 'short   x', '日本語  y', '        z'],
  )
})
