import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INBOX, openScene, type Scene } from '../../test-mail.ts'

const SOURCE = [
  'From: shop@sender.test',
  'Subject: With parts',
  'Content-Type: multipart/related; boundary=x',
  '',
  '--x',
  'Content-Type: text/html',
  '',
  '<p onclick="alert(1)">Hello<script>alert(2)</script><img src="cid:logo"><img src="https://elsewhere.test/a.png"></p>',
  '--x',
  'Content-Type: image/gif; name="lögo.gif"',
  'Content-ID: <logo>',
  'Content-Transfer-Encoding: base64',
  '',
  'R0lGODlhAQABAAAAACw=',
  '--x',
  'Content-Type: text/html; name="page.html"',
  'Content-Disposition: attachment; filename="page.html"',
  '',
  '<script>alert(3)</script>',
  '--x--',
  '',
].join('\r\n')

async function withMessage(scene: Scene): Promise<string> {
  await scene.getMail()
  const recipient = await scene.mail.acceptRecipient(INBOX, null)
  const raw = Buffer.from(SOURCE)
  const common = { envelopeFrom: '', recipients: [recipient], receivedAt: scene.clock.now(), tls: null, peer: null }
  await scene.mail.deliver({ ...common, raw, head: raw, sizeBytes: raw.byteLength })
  return (await scene.getMail()).json[0].id
}

test('the HTML is shown without what could run or load, its own images in it', async (t) => {
  const scene = await openScene(t)
  const id = await withMessage(scene)
  const headers = { 'x-api-key': scene.key }
  const shown = await scene.fetch(`/v1/messages/${id}/html`, { headers })
  assert.equal(shown.status, 200)
  assert.match(shown.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.match(shown.text, /Hello/)
  assert.match(shown.text, /data:image\/gif;base64,R0lGODlhAQAB/)
  assert.doesNotMatch(shown.text, /alert|elsewhere\.test/)
  const remote = await scene.fetch(`/v1/messages/${id}/html?remote=1`, { headers })
  assert.match(remote.text, /https:\/\/elsewhere\.test\/a\.png/)
})

test('an attachment comes as a file, and never as a page', async (t) => {
  const scene = await openScene(t)
  const id = await withMessage(scene)
  const headers = { 'x-api-key': scene.key }
  const gif = await scene.fetch(`/v1/messages/${id}/attachments/0`, { headers })
  assert.equal(gif.headers.get('content-type'), 'image/gif')
  assert.match(
    gif.headers.get('content-disposition') ?? '',
    /^attachment; filename="l_go\.gif"; filename\*=UTF-8''l%C3%B6go\.gif$/,
  )
  assert.equal(gif.headers.get('x-content-type-options'), 'nosniff')
  const page = await scene.fetch(`/v1/messages/${id}/attachments/1`, { headers })
  assert.equal(page.headers.get('content-type'), 'application/octet-stream')
  assert.equal((await scene.fetch(`/v1/messages/${id}/attachments/7`, { headers })).status, 404)
  assert.equal((await scene.fetch(`/v1/messages/${id}/attachments/x`, { headers })).status, 400)
})

test('a key for codes sees neither', async (t) => {
  const scene = await openScene(t)
  const id = await withMessage(scene)
  const { key } = await scene.keyWith('codes')
  for (const path of ['html', 'attachments/0']) {
    assert.equal((await scene.fetch(`/v1/messages/${id}/${path}`, { headers: { 'x-api-key': key } })).status, 403, path)
  }
})
