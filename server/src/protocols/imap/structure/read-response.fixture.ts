import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import type { Wire } from './wire.ts'

/** NIL is null; strings have one character for each byte. */
export type Value = string | number | null | Value[]

export function textOf(wire: Wire): string {
  return wire.map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1'))).join('')
}

/** A reader of what FETCH answers (RFC 3501 §9), strict about every character. */
export function readResponse(wire: Wire): Value {
  const text = textOf(wire)
  let at = 0

  function take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, 'sy')
    sticky.lastIndex = at
    const found = sticky.exec(text)
    if (found === null) return undefined
    at = sticky.lastIndex
    return found[1] ?? found[0]
  }

  function readList(): Value[] {
    const list: Value[] = []
    while (take(/\)/) === undefined) {
      // RFC 3501 §9: between two lists, as in the parts of a multipart, there is no space.
      if (list.length > 0 && !(text[at] === '(' && text[at - 1] === ')')) assert.ok(take(/ /), `a space at ${at}`)
      list.push(readValue())
    }
    assert.ok(list.length > 0, 'an empty list is NIL')
    return list
  }

  function readValue(): Value {
    if (take(/\(/) !== undefined) return readList()
    if (take(/NIL/) !== undefined) return null
    const number = take(/\d+/)
    if (number !== undefined) return Number(number)
    const quoted = take(/"((?:[\x01-\x09\x0b\x0c\x0e-\x21\x23-\x5b\x5d-\x7f]|\\["\\])*)"/)
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1')
    const length = Number(take(/\{(\d+)\}\r\n/) ?? Number.NaN)
    assert.ok(at + length <= text.length, `neither a list nor a string at ${at}: ${text.slice(at, at + 20)}`)
    at += length
    const literal = text.slice(at - length, at)
    assert.ok(!literal.includes('\0'), 'NUL in a literal')
    return literal
  }

  const value = readValue()
  assert.equal(at, text.length, 'nothing after the end')
  return value
}
