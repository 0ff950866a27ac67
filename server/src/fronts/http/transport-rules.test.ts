import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { DomainError } from '../../domain/domain-error.ts'
import { setPeer } from '../../lib/net/peer.ts'
import { TransportRules } from './transport-rules.ts'

const BASE = 'https://mail.example.com'

/** A server that everybody seems to reach from this address. */
async function open(t: TestContext, peer: string, required = true) {
  const rules = new TransportRules({ required, baseUrl: () => BASE, isProxy: (address) => address === '10.0.0.1' })
  const quick: string[] = []
  const app = fastify({
    serverFactory: (handler) =>
      createServer(
        rules.before((request, response) => {
          quick.push(request.url ?? '')
          handler(request, response)
        }, handler),
      ).on('connection', (socket: Socket) => setPeer(socket, peer, 4000)),
  })
  rules.addTo(app)
  app.setErrorHandler((error, _request, reply) => {
    assert.ok(error instanceof DomainError)
    return reply.code(403).send({ code: error.code, detail: error.message })
  })
  app.all('/*', async () => 'served')
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    quick,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(url + path, { redirect: 'manual', ...init, headers: { Connection: 'close', ...init.headers } }),
  }
}

test('from afar a page is led to HTTPS, and a secret is refused rather than redirected', async (t) => {
  const { ask, quick } = await open(t, '203.0.113.9')
  const page = await ask('/inboxes?x=1')
  assert.deepEqual([page.status, page.headers.get('location')], [308, `${BASE}/inboxes?x=1`])
  const secrets: Record<string, string>[] = [{ 'X-API-KEY': 'tk_x' }, { Authorization: 'Bearer x' }, { Cookie: 'a=b' }]
  for (const headers of secrets) {
    const refused = await ask('/getMail?email=a%40b.test', { headers })
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /must not go over plain HTTP.*https:\/\/mail\.example\.com/)
  }
  assert.equal((await ask('/v1/session', { method: 'POST', body: '{}' })).status, 403)
  assert.deepEqual(quick, [])
})

test('a path that begins with two slashes leads to nobody else', async (t) => {
  const { ask } = await open(t, '203.0.113.9')
  assert.equal((await ask('//evil.test/')).headers.get('location'), `${BASE}//evil.test/`)
})

test('the authority and those who watch over the machine are answered, and so are neighbours', async (t) => {
  const afar = await open(t, '203.0.113.9')
  for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/acme-challenge/abc']) {
    assert.equal(await (await afar.ask(path)).text(), 'served', path)
  }
  assert.equal((await afar.ask('/healthz/../v1')).status, 308)
  for (const peer of ['127.0.0.1', '::1', '10.0.0.1']) {
    const { ask, quick } = await open(t, peer)
    const answer = await ask('/getMail', { headers: { 'X-API-KEY': 'tk_x' } })
    assert.deepEqual([answer.status, quick.length], [200, 1])
    assert.equal(answer.headers.get('strict-transport-security'), null)
  }
})

test('where HTTPS is not ours to ask for, everybody may use plain HTTP', async (t) => {
  const { ask } = await open(t, '203.0.113.9', false)
  assert.equal((await ask('/getMail', { headers: { 'X-API-KEY': 'tk_x' } })).status, 200)
})
