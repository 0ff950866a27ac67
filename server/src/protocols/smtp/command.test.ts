import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand } from './command.ts'

test('verb in capitals, arguments as they came', () => {
  assert.deepEqual(parseCommand('noop'), { verb: 'NOOP', args: '' })
  assert.deepEqual(parseCommand('Mail  From:<a@B> X'), { verb: 'MAIL', args: 'From:<a@B> X' })
  assert.deepEqual(parseCommand(' NOOP'), { verb: '', args: '' })
  assert.deepEqual(parseCommand('R\u017fET'), { verb: '', args: '' })
  assert.deepEqual(parseCommand(''), { verb: '', args: '' })
})
