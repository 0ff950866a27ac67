import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchPattern } from './match-pattern.ts'

test('RFC 3501 §6.3.8: * crosses the delimiter, % does not', () => {
  for (const [pattern, name, fits] of [
    ['*', 'a/b', true],
    ['%', 'a/b', false],
    ['%/%', 'a/b', true],
    ['a*', 'a', true],
    ['a%b', 'a/b', false],
    ['a*b', 'a/b', true],
    ['*b', 'a/bc', false],
    ['', 'a', false],
    ['a.b', 'axb', false],
    ['💌%', '💌x', true],
  ] as const) {
    assert.equal(matchPattern(pattern, name), fits, `${pattern} ${name}`)
  }
})

test('the same as an expression that says the same', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '%'), maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 }),
      (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('%', '[^/]*')}$`)
        assert.equal(matchPattern(pattern, name), expression.test(name))
      },
    ),
  ))

test('a hostile pattern is done at once', () => {
  assert.equal(matchPattern('*a'.repeat(250), 'a'.repeat(499)), true)
  assert.equal(matchPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(500)), false)
})
