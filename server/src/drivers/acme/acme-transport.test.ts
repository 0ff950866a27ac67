import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { makeAuthority } from '../../../test/support/webhook-authority.ts'
import { OrderFailure } from '../../domain/certificate-authority.ts'
import { exchange } from './acme-transport.ts'

const authority = await makeAuthority()
const NEVER = new AbortController().signal

async function ask(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(authority.issued, answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => void server.close().closeAllConnections())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/order`
  return exchange({ url, method: 'post', headers: {}, body: '{}' }, { ca: [authority.certificate], signal: NEVER })
}

const refusal =
  (expected: Partial<Pick<OrderFailure, 'retryAfterMs' | 'accountGone'>>, text: RegExp) => (error: unknown) => {
    assert.ok(error instanceof OrderFailure, String(error))
    assert.match(error.message, text)
    for (const [name, value] of Object.entries(expected)) assert.equal(error[name as 'retryAfterMs'], value)
    return true
  }

const problem = (type: string, more: object = {}) =>
  JSON.stringify({ type: `urn:ietf:params:acme:error:${type}`, detail: `It is ${type}.`, ...more })

test('an answer comes as it is, and a bad nonce is left to the client', async (t) => {
  const answer = await ask(t, (_request, response) => response.writeHead(201, { location: '/1' }).end('{"a":1}'))
  assert.deepEqual([answer.status, answer.headers.location, answer.data], [201, '/1', '{"a":1}'])
  assert.equal((await ask(t, (_request, response) => response.writeHead(400).end(problem('badNonce')))).status, 400)
})

test('a refusal says why, for how long, and whether the account is gone', async (t) => {
  const limited = ask(t, (_request, response) =>
    response
      .writeHead(429, { 'retry-after': '7200' })
      .end(problem('rateLimited', { subproblems: [{ detail: 'x.test.' }] })),
  )
  await assert.rejects(
    limited,
    refusal({ retryAfterMs: 7_200_000, accountGone: false }, /It is rateLimited\. x\.test\./),
  )
  const gone = ask(t, (_request, response) => response.writeHead(400).end(problem('accountDoesNotExist')))
  await assert.rejects(gone, refusal({ retryAfterMs: null, accountGone: true }, /accountDoesNotExist/))
  const proxy = ask(t, (_request, response) => response.writeHead(503, { 'retry-after': 'soon' }).end('<html>'))
  await assert.rejects(proxy, refusal({ retryAfterMs: null }, /HTTP 503 from https/))
})

test('an answer without end, a broken one, and an authority that nobody trusts', async (t) => {
  const endless = ask(t, (_request, response) => {
    response.on('error', () => undefined)
    response.write(Buffer.alloc(1024 * 1024 + 1))
  })
  await assert.rejects(endless, refusal({}, /too long/))
  const cut = ask(t, (_request, response) =>
    response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
  )
  await assert.rejects(cut, refusal({}, /cannot be reached/))
  const wish = { url: 'http://127.0.0.1/order', method: 'post', headers: {}, body: '' }
  await assert.rejects(exchange(wish, { ca: undefined, signal: NEVER }), refusal({}, /not https/))
})
