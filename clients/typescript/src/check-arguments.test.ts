import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidRequestError } from './errors.ts'
import { Mayfly } from './mayfly.ts'

const apiKey = 'tk_0123456789abcdefghijABCDEFGHIJ012345'

/** Nothing may be sent. */
const mayfly = new Mayfly({ apiKey, fetch: () => assert.fail('a request was sent') })

test('what is certainly wrong is refused before any request', async () => {
  const refusals: [() => Promise<unknown>, string, RegExp][] = [
    [() => mayfly.getMail('ann'), 'invalid_address', /^"ann" is not an e-mail address\. Give it as name@domain\.$/],
    [() => mayfly.getMail('Ann <ann@mayfly.test>'), 'invalid_address', /name@domain/],
    [() => mayfly.getMail('ann@mayfly.test, bob@mayfly.test'), 'invalid_address', /name@domain/],
    [() => mayfly.getMail('ann@mayfly.test', { limit: 0 }), 'invalid_request', /^`limit`/],
    [() => mayfly.getMail('ann@mayfly.test', { wait: -1 }), 'invalid_request', /^`wait` must be milliseconds/],
    [() => mayfly.getMail('ann@mayfly.test', { since: new Date('?') }), 'invalid_request', /^`since`/],
    [() => mayfly.wait('@mayfly.test'), 'invalid_address', /name@domain/],
    [() => mayfly.wait('ann@mayfly.test', { timeout: -5 }), 'invalid_request', /^`timeout` .* and is -5\.$/],
    [() => mayfly.wait('ann@mayfly.test', { count: 0 }), 'invalid_request', /^`count`/],
    [() => mayfly.wait('ann@mayfly.test', { count: 2, claim: true }), 'invalid_request', /one at a time/],
    [() => mayfly.code('ann@mayfly.test', { timeout: Number.NaN }), 'invalid_request', /^`timeout`/],
    [() => mayfly.link('ann@mayfly.test', { timeout: -1 }), 'invalid_request', /^`timeout`/],
    [() => mayfly.inboxes.create({ address: 'x' }), 'invalid_address', /name@domain/],
    [async () => mayfly.inboxes.list({ pageSize: 0 }), 'invalid_request', /^`pageSize`/],
    [() => mayfly.inboxes.get(undefined as unknown as string), 'invalid_address', /^undefined is not/],
    [() => mayfly.domains.create('https://example.com'), 'invalid_request', /^`domain` must be a name/],
    [() => mayfly.domains.check(''), 'invalid_request', /^`domain` must be a name/],
    [() => mayfly.messages.get(''), 'invalid_request', /^`id` must be the id of one/],
    [() => mayfly.messages.attachment('msg_1', -1), 'invalid_request', /^`index`/],
    [async () => mayfly.inbox('x'), 'invalid_address', /name@domain/],
    [() => mayfly.events({ inbox: 'x' }).next(), 'invalid_address', /name@domain/],
  ]
  for (const [call, code, message] of refusals) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof InvalidRequestError, String(error))
      assert.deepEqual([error.code, error.status], [code, null])
      assert.match(error.message, message)
      assert.equal(error.errors.length, 1)
      return true
    })
  }
})

test('what the service may take is left to the service', async () => {
  const asked: string[] = []
  const open = new Mayfly({
    apiKey,
    url: 'http://mayfly.test',
    fetch: async (input) => {
      asked.push(String(input))
      return new Response('[]')
    },
  })
  for (const address of ['a+tag@mayfly.test', '"odd name"@mayfly.test', 'büro@bücher.example', 'a@b']) {
    await open.getMail(address)
  }
  assert.equal(asked[0], 'http://mayfly.test/getMail?email=a%2Btag%40mayfly.test')
  assert.equal(asked.length, 4)
})
