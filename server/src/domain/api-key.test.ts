import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { hashKey, isKeyText, keyPrefix, newKeyText } from './api-key.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The contract's words, once more: CRC32 of all that precedes, base 62, most significant first, padded with 0. */
function expectedChecksum(body: string): string {
  let value = BigInt(crc32(Buffer.from(body, 'ascii')))
  let text = ''
  for (; value > 0n; value /= 62n) text = BASE62[Number(value % 62n)] + text
  return text.padStart(6, '0')
}

test('a new key has its prefix, 30 random characters and the checksum of both', () => {
  for (const prefix of ['tk_', 'tkc_'] as const) {
    for (let i = 0; i < 200; i++) {
      const key = newKeyText(prefix)
      assert.match(key, new RegExp(`^${prefix}[0-9A-Za-z]{36}$`))
      assert.equal(key.slice(-6), expectedChecksum(key.slice(0, -6)))
      assert.ok(isKeyText(key))
      assert.equal(keyPrefix(key), prefix)
    }
  }
})

test('no two keys are alike', () => {
  assert.equal(new Set(Array.from({ length: 1_000 }, () => newKeyText())).size, 1_000)
})

test('one changed character makes it no key', () => {
  const key = newKeyText()
  for (let i = 3; i < key.length; i++) {
    const other = key[i] === 'A' ? 'B' : 'A'
    assert.ok(!isKeyText(key.slice(0, i) + other + key.slice(i + 1)), `at ${i}`)
  }
})

test('what we could not have issued is no key', () => {
  for (const text of ['', 'tk_', 'tk_short', `${newKeyText()}x`, ` ${newKeyText()}`, `sk_${newKeyText().slice(3)}`]) {
    assert.ok(!isKeyText(text), text)
  }
})

test('a key is stored as its SHA-256', () => {
  assert.equal(hashKey('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
