import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { INBOX, openScene, type Scene } from '../../test-mail.ts'

interface Told {
  readonly id: string
  readonly event: string
  readonly data: { readonly subject?: string; readonly inbox: string }
}

/** Reads a stream until `enough`, then breaks it off. The id that was last seen comes too. */
function read(
  scene: Scene,
  lastId: string | null,
  enough: (told: readonly Told[]) => boolean,
): Promise<{ told: Told[]; lastId: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ told: Told[]; lastId: string }>()
  const headers = { 'x-api-key': scene.key, ...(lastId !== null && { 'last-event-id': lastId }) }
  const asked = request(`${scene.url}/v1/events`, { headers }, (response) => {
    assert.equal(response.statusCode, 200)
    assert.match(response.headers['content-type'] ?? '', /^text\/event-stream/)
    const told: Told[] = []
    let [text, id] = ['', lastId ?? '']
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        id = fields.get('id') ?? id
        if (fields.has('data'))
          told.push({ id, event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? '') })
      }
      if (!enough(told)) return
      asked.destroy()
      resolve({ told, lastId: id })
    })
  })
  asked.on('error', (error) => (asked.destroyed ? undefined : reject(error))).end()
  return promise
}

async function claim(scene: Scene): Promise<void> {
  const headers = { 'x-api-key': scene.key }
  assert.equal((await fetch(`${scene.url}/getMail?email=${INBOX}`, { headers })).status, 200)
}

test('what happens from now on is told, with a place to resume from', async (t) => {
  const scene = await openScene(t)
  const { lastId } = await read(scene, null, () => true)
  await claim(scene)
  await scene.deliver({ subject: 'one' })
  const { told } = await read(scene, lastId, (events) => events.length === 2)
  assert.deepEqual(
    told.map(({ event, data }) => [event, data.inbox, data.subject]),
    [
      ['inbox.created', INBOX, undefined],
      ['message.received', INBOX, 'one'],
    ],
  )
})

test('a client that breaks off 50 times has each event once', async (t) => {
  const scene = await openScene(t)
  let { lastId } = await read(scene, null, () => true)
  await claim(scene)
  const sending = (async () => {
    for (let i = 0; i < 300; i++) await scene.deliver({ subject: String(i) })
  })()
  const seen: Told[] = []
  for (let part = 0; seen.length < 301; part++) {
    const wanted = part < 50 ? 1 + (part % 9) : 301 - seen.length
    const { told, lastId: id } = await read(
      scene,
      lastId,
      (events) => events.length >= Math.min(wanted, 301 - seen.length),
    )
    seen.push(...told)
    lastId = id
  }
  await sending
  assert.equal(new Set(seen.map(({ id }) => id)).size, 301)
  assert.deepEqual(
    seen.slice(1).map(({ data }) => data.subject),
    Array.from({ length: 300 }, (_, i) => String(i)),
  )
})

test('a place that is none, and an inbox that is none, are refused', async (t) => {
  const scene = await openScene(t)
  const headers = { 'x-api-key': scene.key, 'last-event-id': 'nonsense' }
  const refused = await fetch(`${scene.url}/v1/events`, { headers })
  assert.equal(refused.status, 400)
  const badInbox = await fetch(`${scene.url}/v1/events?inbox=nonsense`, { headers: { 'x-api-key': scene.key } })
  assert.equal(badInbox.status, 400)
  assert.equal((await fetch(`${scene.url}/v1/events`)).status, 401)
  const head = await fetch(`${scene.url}/v1/events`, { method: 'HEAD', headers: { 'x-api-key': scene.key } })
  assert.equal(head.status, 405)
})
