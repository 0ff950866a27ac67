import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeApi } from './describe-api.ts'
import { findIncompatibilities } from './openapi-compatibility.ts'
import type { OpenApiDocument } from './openapi-document.ts'

const COMMITTED = new URL('../../../../openapi/openapi.json', import.meta.url)

function readCommitted(): OpenApiDocument {
  return JSON.parse(readFileSync(COMMITTED, 'utf8')) as OpenApiDocument
}

test('nothing that was promised in openapi/openapi.json is broken', async () => {
  assert.deepEqual(findIncompatibilities(readCommitted(), await describeApi()), [])
})

test('openapi/openapi.json is what the routes say; npm run format makes it anew', async () => {
  assert.equal(JSON.stringify(readCommitted()), JSON.stringify(await describeApi()))
})

// biome-ignore lint/suspicious/noExplicitAny: the changes reach anywhere into the document
type Change = (document: any) => void

/** What is found after the change. */
async function changed(change: Change): Promise<string[]> {
  const before = await describeApi()
  const after = structuredClone(before)
  change(after)
  return findIncompatibilities(before, after)
}

const BREAKING: readonly [name: string, change: Change, finding: string][] = [
  ['a path goes', ({ paths }) => delete paths['/getMail'], 'GET /getMail is gone'],
  ['a method goes', ({ paths }) => delete paths['/v1/inboxes/{address}'].patch, 'PATCH /v1/inboxes/{address} is gone'],
  [
    'an optional parameter becomes required',
    ({ paths }) => {
      paths['/getMail'].get.parameters[1].required = true
    },
    'GET /getMail: query parameter limit is required now',
  ],
  [
    'a required parameter is added',
    ({ paths }) => paths['/v1/keys'].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    'GET /v1/keys: query parameter x is required now',
  ],
  [
    'a parameter goes',
    ({ paths }) => paths['/getMail'].get.parameters.splice(2, 1),
    'GET /getMail: query parameter cursor is gone',
  ],
  [
    'a limit is narrowed',
    ({ paths }) => {
      paths['/getMail'].get.parameters[1].schema.maximum = 50
    },
    'GET /getMail: query parameter limit has a narrower maximum',
  ],
  [
    'a property of an answer goes',
    ({ components }) => delete components.schemas.Inbox.properties.label,
    'GET /v1/inboxes/{address}: 200.label is gone',
  ],
  [
    'a property of an answer may be missing',
    ({ components }) => components.schemas.Inbox.required.shift(),
    'GET /v1/inboxes/{address}: 200.id may be missing now',
  ],
  [
    'a type changes deep inside',
    ({ components }) => {
      components.schemas.MessageSummary.properties.codes.items.properties.value.type = 'integer'
    },
    'GET /v1/inboxes/{address}/messages: 200.data[]|0.codes[].value was string and is integer',
  ],
  [
    'an answer may be null',
    ({ components }) => {
      components.schemas.Key.properties.name.type = ['string', 'null']
    },
    'GET /v1/keys: 200.data[].name was string and is string or null',
  ],
  [
    'a value goes',
    ({ components }) => components.schemas.Account.properties.plan.enum.shift(),
    'GET /v1/account: 200.plan has no value "free" any more',
  ],
  [
    'a field of a body becomes required',
    ({ paths }) => {
      paths['/v1/inboxes'].post.requestBody.content['application/json'].schema.required = ['address']
    },
    'POST /v1/inboxes: body.address is required now',
  ],
  ['a success goes', ({ paths }) => delete paths['/v1/keys'].post.responses[201], 'POST /v1/keys: 201 is gone'],
  [
    'a key is asked for',
    ({ paths }) => {
      paths['/healthz'].get.security = [{ apiKey: ['full'] }]
    },
    'GET /healthz asks for a key now',
  ],
  [
    'a scope is refused',
    ({ paths }) => {
      paths['/getMail'].get.security = [{ apiKey: ['full'] }]
    },
    'GET /getMail refuses keys with the scope read now',
  ],
]

for (const [name, change, finding] of BREAKING) {
  test(`incompatible: ${name}`, async () => {
    const found = await changed(change)
    assert.ok(found.includes(finding), `${finding} is not in ${JSON.stringify(found)}`)
  })
}

test('what is added breaks nobody', async () => {
  const found = await changed(({ paths, components }) => {
    paths['/v1/new'] = { get: {} }
    paths['/v1/keys'].put = {}
    paths['/getMail'].get.parameters.push({ name: 'x', in: 'query', required: false, schema: { type: 'string' } })
    paths['/v1/inboxes'].post.requestBody.content['application/json'].schema.properties.x = { type: 'string' }
    paths['/v1/keys'].post.requestBody.content['application/json'].schema.properties.name.type = ['string', 'null']
    components.schemas.Inbox.properties.x = { type: 'string' }
    components.schemas.Inbox.required.push('x')
    components.schemas.Account.properties.plan.enum.push('huge')
  })
  assert.deepEqual(found, [])
})
