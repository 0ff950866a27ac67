import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { parseCount, parseDuration, parsePlace, parseSecret, parseWebAddress } from './option-values.ts'

function refuses(parse: (text: string) => unknown, ...texts: string[]): void {
  for (const text of texts) assert.throws(() => parse(text), InvalidArgumentError, text)
}

test('durations are seconds, or have a unit', () => {
  const given = ['0', '30', '0.5', '90s', '2m', '1h', '7d']
  assert.deepEqual(given.map(parseDuration), [0, 30, 0.5, 90, 120, 3_600, 604_800])
  refuses(parseDuration, '', '-1', 'soon', '1e3', '5 m', 'Infinity', '1w')
})

test('counts', () => {
  assert.deepEqual(['1', '100'].map(parseCount), [1, 100])
  refuses(parseCount, '0', '-1', '1.5', '', '99999999')
})

test('a place has a host and a port', () => {
  assert.deepEqual(parsePlace('127.0.0.1:1025'), { host: '127.0.0.1', port: 1025 })
  assert.deepEqual(parsePlace('[::1]:25'), { host: '::1', port: 25 })
  refuses(parsePlace, 'localhost', ':25', 'a:0', 'a:65536', 'a b:25', '::1:25')
})

test('where to forward: a web address, or a port of this machine', () => {
  assert.equal(parseWebAddress('https://a.test/x?y'), 'https://a.test/x?y')
  assert.equal(parseWebAddress('3000'), 'http://127.0.0.1:3000')
  assert.equal(parseWebAddress('3000/hooks'), 'http://127.0.0.1:3000/hooks')
  refuses(parseWebAddress, 'localhost', 'ftp://a.test', '99999', '3000x')
})

test('secrets look like those of endpoints', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  assert.equal(parseSecret(secret), secret)
  refuses(parseSecret, 'whsec_', 'secret', secret.slice(6))
})
