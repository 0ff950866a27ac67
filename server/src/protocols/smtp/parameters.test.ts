import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMailParameters, refuseRcptParameters } from './parameters.ts'
import { BAD_PARAMETER, MESSAGE_TOO_BIG, UNKNOWN_PARAMETER } from './replies.ts'

const none = { declaredSize: null, smtputf8: false, body8bit: false }

test('MAIL takes SIZE, BODY and SMTPUTF8 in any order and case', () => {
  assert.deepEqual(parseMailParameters('', 100), none)
  assert.deepEqual(parseMailParameters(' SIZE=100', 100), { ...none, declaredSize: 100 })
  assert.deepEqual(parseMailParameters(' size=0', 100), { ...none, declaredSize: 0 })
  assert.deepEqual(parseMailParameters(' BODY=7bit', 100), none)
  assert.deepEqual(parseMailParameters('  body=8BitMime  SMTPUTF8', 100), { ...none, body8bit: true, smtputf8: true })
})

test('what MAIL refuses', () => {
  const malformed = [
    'SIZE',
    'SIZE=',
    'SIZE=-1',
    'SIZE=1e3',
    'SIZE=1 SIZE=1',
    'BODY',
    'BODY=BINARYMIME',
    'BODY=8BıTMIME',
  ]
  for (const text of [...malformed, 'SMTPUTF8=1', '=', '-A=1', 'A=B=C', `SIZE=${'1'.repeat(21)}`]) {
    assert.equal(parseMailParameters(` ${text}`, 100), BAD_PARAMETER, text)
  }
  for (const text of ['AUTH=<>', 'RET=HDRS', 'X']) assert.equal(parseMailParameters(` ${text}`, 100), UNKNOWN_PARAMETER)
  assert.equal(parseMailParameters(' SIZE=101', 100), MESSAGE_TOO_BIG)
})

test('RCPT takes none', () => {
  assert.equal(refuseRcptParameters(''), null)
  assert.equal(refuseRcptParameters(' NOTIFY=NEVER'), UNKNOWN_PARAMETER)
  assert.equal(refuseRcptParameters(' ='), BAD_PARAMETER)
})
