import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check, Errors } from 'typebox/value'
import { exampleOf } from './example-of.ts'
import { NAMED_SCHEMAS } from './openapi-components.ts'
import type { JsonSchema } from './openapi-document.ts'

for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) {
  test(`the example of ${name} is one`, () => {
    const example = exampleOf(schema as JsonSchema)
    assert.ok(Check(schema, example), JSON.stringify(Errors(schema, example)))
  })
}

test('an example has the values that its schema names', () => {
  const schema = { type: 'object', properties: { a: { enum: ['x', 'y'] }, n: { type: 'integer', minimum: 3 } } }
  assert.deepEqual(exampleOf(schema), { a: 'x', n: 3 })
})
