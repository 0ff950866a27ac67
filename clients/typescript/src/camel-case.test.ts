import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toCamelCase, toSnakeCase } from './camel-case.ts'

test('names change all the way down, values never', () => {
  assert.deepEqual(
    toCamelCase({ next_cursor: null, data: [{ in_reply_to: 'a_b', dkim: { client_ip: 1 } }], last4: 'x_y' }),
    {
      nextCursor: null,
      data: [{ inReplyTo: 'a_b', dkim: { clientIp: 1 } }],
      last4: 'x_y',
    },
  )
  assert.deepEqual(toSnakeCase({ ttlSeconds: null, label: undefined, inboxFilter: 'A@b.c' }), {
    ttl_seconds: null,
    inbox_filter: 'A@b.c',
  })
})

test('there and back again', () => {
  const name = fc.stringMatching(/^[a-z]{1,5}(?:_[a-z]{1,5}){0,2}$/)
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('record')),
    list: fc.array(tie('any'), { maxLength: 3 }),
    record: fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  })).record
  fc.assert(fc.property(value, (json) => assert.deepEqual(toSnakeCase(toCamelCase(json) as object), json)))
})
