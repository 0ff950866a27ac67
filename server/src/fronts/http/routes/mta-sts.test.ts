import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { verify } from '../../../drivers/contract/domain-scene.ts'
import { openScene, type Scene } from '../test-mail.ts'

/** As a sender asks for it: by a name that fetch would not let us say. */
async function fetchPolicy(scene: Scene, host: string): Promise<{ status: number; type: string; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; type: string; body: string }>()
  const url = `${scene.url}/.well-known/mta-sts.txt`
  get(url, { headers: { host } }, async (answer) => {
    const { statusCode = 0, headers } = answer
    resolve({ status: statusCode, type: headers['content-type'] ?? '', body: await text(answer) })
  }).on('error', reject)
  return promise
}

test('the policy of a verified domain is served under its own host name, and under no other (RFC 8461 §3.2)', async (t) => {
  const scene = await openScene(t, { sends: false, people: { baseUrl: () => 'https://app.mayfly.test' } })
  await verify(scene.store, scene.accountId)
  await scene.mail.domains.refresh()
  for (const host of ['mta-sts.shop.test', 'MTA-STS.Shop.Test:443']) {
    const { status, type, body } = await fetchPolicy(scene, host)
    assert.deepEqual([status, type], [200, 'text/plain; charset=utf-8'])
    assert.equal(body, 'version: STSv1\r\nmode: testing\r\nmx: mx.mayfly.test\r\nmax_age: 86400\r\n')
  }
  for (const host of ['shop.test', 'mta-sts.other.test', 'mta-sts.mta-sts.shop.test', 'app.mayfly.test', 'mta-sts.']) {
    assert.equal((await fetchPolicy(scene, host)).status, 404, host)
  }
})

test('without a public name with HTTPS there is no policy', async (t) => {
  const scene = await openScene(t, { sends: false })
  await verify(scene.store, scene.accountId)
  await scene.mail.domains.refresh()
  assert.equal((await fetchPolicy(scene, 'mta-sts.shop.test')).status, 404)
})
