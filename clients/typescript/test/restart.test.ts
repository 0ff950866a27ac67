import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../server/test/support/running-server.ts'
import { waitUntil } from '../../../server/test/support/wait-until.ts'
import { Mayfly } from '../src/index.ts'

const ADDRESS = 'ann@mayfly.test'
const source = (subject: string): string => `From: a@example.com\r\nSubject: ${subject}\r\n\r\nhello\r\n`

test('waits and events go on over a restart of the server', async () => {
  await using server = await startServer()
  // The server is away for longer than the retries of a usual call.
  const mayfly = new Mayfly({ url: server.httpUrl, apiKey: server.key, maxRetries: 10 })
  await mayfly.inboxes.create({ address: ADDRESS })
  const subjects: string[] = []
  const opened: string[] = []
  const control = new AbortController()
  const { signal } = control
  const following = (async () => {
    for await (const { data } of mayfly.events({ inbox: ADDRESS, signal, onOpen: (id) => opened.push(id) })) {
      if ('subject' in data) subjects.push(data.subject)
      if (subjects.length === 2) return
    }
  })()
  await waitUntil('the stream stands', () => opened.length === 1)
  const waiting = mayfly.wait(ADDRESS, { subject: 'second', timeout: 60_000, signal })
  await mayfly.inject(ADDRESS, source('first'))
  await waitUntil('the first is told', () => subjects.length === 1)

  await server.restart({ samePorts: true })
  await mayfly.inject(ADDRESS, source('second'))
  assert.equal((await waiting).subject, 'second')
  await following
  assert.deepEqual(subjects, ['first', 'second'])
  assert.equal(opened.length, 2)
})
