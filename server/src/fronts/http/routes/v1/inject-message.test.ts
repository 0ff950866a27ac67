import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, openScene, type Scene } from '../../test-mail.ts'
import { assertPointer, call, INBOX_PATH, waitFor } from './test-api.ts'

const PATH = `${INBOX_PATH}/messages`
const MAIL = 'From: Shop <shop@one.test>\r\nTo: someone@else.test\r\nSubject: Order\r\n\r\nThank you\r\n'

function inject(scene: Scene, body: string | undefined, options: { key?: string; type?: string } = {}) {
  return call(scene, 'POST', PATH, { type: 'message/rfc822', ...options, body })
}

test('a message is put in, and ends the wait for it', async (t) => {
  const scene = await openScene(t)
  const waiting = waitFor(scene, {})
  await scene.openWaits(1)
  const put = await inject(scene, MAIL)
  assert.equal(put.status, 201)
  const { id } = put.json
  assert.equal(put.headers.get('location'), `${scene.url}/v1/messages/${id}`)
  const [message] = (await waiting).json.messages
  assert.equal(message.id, id)
  assert.equal(message.subject, 'Order')
  assert.equal(message.envelope.from, 'shop@one.test')
  assert.equal((await call(scene, 'GET', `/messages/${id}/raw`)).text, MAIL)
  assert.equal((await inject(scene, 'no header at all')).status, 201)
})

test('bodies that are none, of another type, or too large', async (t) => {
  const scene = await openScene(t, { limits: { message_bytes: 1_000, stored_bytes: 1_500 } })
  for (const type of ['application/json', 'text/plain']) {
    assertProblem(await inject(scene, '{}', { type }), 415, 'unsupported_media_type')
  }
  assertPointer(await inject(scene, undefined), '')
  assertPointer(await inject(scene, ''), '')
  const large = MAIL + 'x'.repeat(1_000)
  assertProblem(await inject(scene, large), 413, 'too_large')
  const stream = new Blob([large]).stream()
  const headers = { 'X-API-KEY': scene.key, 'Content-Type': 'message/rfc822' }
  const streamed = await scene.fetch(`/v1${PATH}`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit)
  assertProblem(streamed, 413, 'too_large')
  assertProblem(await inject(scene, 'Received: by x\r\n'.repeat(51)), 400, 'invalid_request')
  assert.equal((await inject(scene, MAIL + 'x'.repeat(800))).status, 201)
  scene.clock.at += 1_000
  assertProblem(await inject(scene, MAIL + 'x'.repeat(800)), 403, 'inbox_full')
})

test("another account's inbox takes nothing", async (t) => {
  const scene = await openScene(t)
  await scene.getMail()
  const { key } = await scene.account()
  assertProblem(await inject(scene, MAIL, { key }), 403, 'inbox_taken')
  assert.deepEqual((await scene.getMail()).json, [])
  const malformed = await call(scene, 'POST', '/inboxes/nobody/messages', { type: 'message/rfc822', body: MAIL })
  assertPointer(malformed, '/address')
})
