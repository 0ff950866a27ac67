import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestMatch, didYouMean } from './closest-match.ts'

const NAMES = ['MAYFLY_HTTP_PORT', 'MAYFLY_SMTP_PORT', 'MAYFLY_HOST', 'MAYFLY_DATA_DIR']

test('finds what was most likely meant', () => {
  assert.equal(closestMatch('MAYFLY_HTPT_PORT', NAMES), 'MAYFLY_HTTP_PORT')
  assert.equal(closestMatch('mayfly_host', NAMES), 'MAYFLY_HOST')
  assert.equal(closestMatch('MAYFLY_DATADIR', NAMES), 'MAYFLY_DATA_DIR')
  assert.equal(closestMatch('MAYFLY_STMP_PORT', NAMES), 'MAYFLY_SMTP_PORT')
})

test('does not guess where nothing is near', () => {
  assert.equal(closestMatch('x', ['serve', 'config']), null)
  assert.equal(closestMatch('frobnicate', ['serve', 'config']), null)
  assert.equal(didYouMean('frobnicate', ['serve']), '')
  assert.equal(closestMatch('anything', []), null)
})

test('an exact match wins', () => {
  assert.equal(closestMatch('plus', ['plum', 'plus', 'pulse']), 'plus')
})
