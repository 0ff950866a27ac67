import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { ImapClient } from '../../../test/support/imap-client.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { DomainError } from '../../domain/domain-error.ts'
import { Connection } from './connection.ts'
import { INBOX, openScene } from './test-scene.ts'

const HELLO = 'From: bob@sender.test\nSubject: Hello\n\nGood day\n'

async function capability(client: ImapClient): Promise<string> {
  const [response] = await client.ok('CAPABILITY')
  return response?.kind === 'CAPABILITY' ? response.text : ''
}

/** The BYE is the last that is heard. */
async function assertBye(client: ImapClient, text: RegExp): Promise<void> {
  const last = (await client.end()).at(-1)
  assert.ok(last?.kind === 'status' && last.status === 'BYE', JSON.stringify(last))
  assert.match(last.text, text)
}

test('on loopback anybody may log in without TLS', async (t) => {
  const scene = await openScene(t)
  using client = await scene.connect()
  assert.match(await capability(client), / STARTTLS\b/)
  assert.doesNotMatch(await capability(client), /LOGINDISABLED/)
  await client.ok(`LOGIN ${INBOX} ${scene.key}`)
})

test('from elsewhere only with TLS, unless the operator allows it', async (t) => {
  const scene = await openScene(t)
  for (const allowPlain of [false, true]) {
    const server = createServer((socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.7' })
      new Connection(socket, { ...scene.connectionOptions(), allowPlain }, () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    using client = await ImapClient.connect({ imapPort: port, imapsPort: 0 })
    assert.equal(/\bLOGINDISABLED\b/.test(await capability(client)), !allowPlain)
    const { status, code } = await client.command(`LOGIN ${INBOX} ${scene.key}`)
    assert.deepEqual([status, code?.split(' ')[0]], allowPlain ? ['OK', 'CAPABILITY'] : ['NO', 'PRIVACYREQUIRED'])
    server.close()
  }
})

test('STARTTLS, and TLS from the first byte', async (t) => {
  const scene = await openScene(t)
  using upgraded = await scene.connect()
  await upgraded.ok('STARTTLS')
  await upgraded.secure()
  assert.doesNotMatch(await capability(upgraded), /STARTTLS/)
  await upgraded.ok(`LOGIN ${INBOX} ${scene.key}`)
  using secure = await scene.connect({ tls: true })
  assert.equal((await secure.command('STARTTLS')).status, 'BAD')
  await secure.ok(`LOGIN ${INBOX} ${scene.key}`)
})

test('each failed log-in is kept longer, the third closes, and a good one does not clear its address', async (t) => {
  const scene = await openScene(t)
  using client = await scene.connect()
  for (const _ of [1, 2, 3]) await client.no('AUTHENTICATIONFAILED', `LOGIN ${INBOX} wrong`)
  await assertBye(client, /log-ins/)
  assert.deepEqual(scene.pauses, [1_000, 2_000, 4_000])
  using good = await scene.connect()
  await good.ok(`LOGIN ${INBOX} ${scene.key}`)
  using again = await scene.connect()
  await again.no('AUTHENTICATIONFAILED', `LOGIN ${INBOX} wrong`)
  assert.deepEqual(scene.pauses.slice(3), [8_000])
})

test('a refused log-in tells nobody which half was wrong', async (t) => {
  const scene = await openScene(t)
  const stranger = await scene.room.account()
  const revoked = await scene.keyWith('full')
  await scene.revoke(revoked.id)
  const codes = await scene.keyWith('codes')
  const cases = [
    [`${INBOX} tk_unknown`, 'AUTHENTICATIONFAILED'],
    [`${INBOX} ${revoked.key}`, 'AUTHENTICATIONFAILED'],
    [`nobody ${scene.key}`, 'AUTHENTICATIONFAILED'],
    [`ann@elsewhere.test ${scene.key}`, 'AUTHORIZATIONFAILED'],
    [`${INBOX} ${codes.key}`, 'AUTHORIZATIONFAILED'],
    [`${INBOX} ${stranger.keyText}`, 'AUTHORIZATIONFAILED'],
  ] as const
  using owner = await scene.connect()
  await owner.ok(`LOGIN ${INBOX} ${scene.key}`)
  for (const [words, code] of cases) {
    using client = await scene.connect()
    await client.no(code, `LOGIN ${words}`)
  }
  assert.equal(scene.pauses.length, cases.length)
})

test('a revoked key ends its sessions with BYE', async (t) => {
  const scene = await openScene(t)
  const doomed = await scene.keyWith('full')
  using client = await ImapClient.loggedIn(scene, INBOX, doomed)
  using bystander = await ImapClient.loggedIn(scene, INBOX)
  await scene.revoke(doomed.id)
  await assertBye(client, /key/)
  await bystander.ok('NOOP')
})

test('a store that does not answer says nothing about a key', async (t) => {
  const scene = await openScene(t)
  using client = await ImapClient.loggedIn(scene, INBOX)
  const broken = t.mock.method(scene.room.store, 'keyByHash', () => Promise.reject(new Error('the store is gone')))
  scene.room.now += 1_000
  await waitUntil('the key was checked', () => scene.log.some((line) => line.includes('the store is gone')))
  using stranger = await scene.connect()
  await stranger.no('SERVERBUG', `LOGIN ${INBOX} ${scene.key}`)
  broken.mock.mockImplementation(() => Promise.reject(new DomainError('unavailable', 'Try again in a moment.')))
  await stranger.no('UNAVAILABLE', `LOGIN ${INBOX} ${scene.key}`)
  assert.deepEqual(scene.pauses, [])
  broken.mock.restore()
  await client.ok('NOOP')
  await stranger.ok(`LOGIN ${INBOX} ${scene.key}`)
})

test('what fails in the store is NO, and the session goes on', async (t) => {
  const scene = await openScene(t)
  await scene.room.send(INBOX, HELLO)
  using client = await scene.reading()
  for (const [failure, code] of [
    [new Error('the disk is on fire'), 'SERVERBUG'],
    [new DomainError('unavailable', 'Try again in a moment.'), 'UNAVAILABLE'],
    [new DomainError('storage_full', 'There is no room.'), 'UNAVAILABLE'],
    [new DomainError('inbox_full', 'There is no room.'), 'OVERQUOTA'],
  ] as const) {
    const broken = t.mock.method(scene.room.store.mailboxes, 'mark', () => Promise.reject(failure))
    await client.no(code, 'STORE 1 +FLAGS (\\Flagged)')
    broken.mock.restore()
  }
  assert.equal(scene.log.filter((line) => line.includes('a command failed')).length, 1)
  await client.ok('STORE 1 +FLAGS (\\Flagged)')
  assert.deepEqual(await client.search('SEARCH FLAGGED'), [1])
})

test('messages are appended one after the other, small and large, and none that is malformed', async (t) => {
  const scene = await openScene(t)
  using client = await scene.reading()
  const sizes = [100, 3_000_000, 100, 100]
  for (const [n, size] of sizes.entries()) {
    const source = `Subject: ${n}\r\n\r\n${'x'.repeat(size)}\r\n`
    assert.equal((await client.append('INBOX', source)).status, 'OK')
    const [found] = await client.fetch(`FETCH ${n + 1} BODY.PEEK[]`)
    assert.equal(found?.data.sections.get('BODY[]'), source)
  }
  const tag = client.begin('APPEND INBOX {7}')
  await client.until('+')
  client.write('Subject: and more\r\n')
  assert.equal((await client.finish(tag)).status, 'BAD')
  assert.deepEqual(await client.search('UID SEARCH ALL'), [1, 2, 3, 4])
})

test('where there is no room, the one that has been idle longest goes; where all are busy, the new one', async (t) => {
  const scene = await openScene(t, { front: { maxConnections: 2 } })
  using first = await scene.connect()
  using second = await scene.reading()
  using third = await ImapClient.loggedIn(scene, INBOX)
  await assertBye(first, /place/)
  // In the middle of a message nobody is idle.
  for (const client of [second, third]) {
    client.begin('APPEND INBOX {100}')
    await client.until('+')
  }
  await assert.rejects(scene.connect(), /BYE/)
  const metrics = await scene.registry.metrics()
  for (const [outcome, count] of [
    ['taken', 2],
    ['evicted', 1],
    ['refused', 1],
  ]) {
    assert.match(metrics, new RegExp(`mayfly_imap_connections_total\\{outcome="${outcome}"\\} ${count}$`, 'm'))
  }
  assert.match(metrics, /^mayfly_imap_open_connections 2$/m)
})

test('one address has its own share of the places', async (t) => {
  const scene = await openScene(t, { front: { maxConnectionsPerAddress: 1 } })
  using first = await scene.connect({ localAddress: '127.0.0.2' })
  using other = await scene.connect({ localAddress: '127.0.0.3' })
  using _second = await scene.connect({ localAddress: '127.0.0.2' })
  await assertBye(first, /place/)
  await other.ok('NOOP')
})

test('a handshake has a place like any other, and makes room before it is done', async (t) => {
  const scene = await openScene(t, { front: { maxConnections: 1 } })
  const shaking = connect(scene.imapsPort, '127.0.0.1')
  t.after(() => shaking.destroy())
  const open = async () => /^mayfly_imap_open_connections (\d+)$/m.exec(await scene.registry.metrics())?.[1]
  await waitUntil('it has its place', async () => (await open()) === '1')
  const closed = once(shaking, 'close')
  using client = await scene.connect({ tls: true })
  await closed
  await client.ok('NOOP')
  assert.equal(await open(), '1')
})

test('a handshake that fails gives its place back', async (t) => {
  const scene = await openScene(t, { front: { maxConnections: 1 } })
  const confused = connect(scene.imapsPort, '127.0.0.1')
  confused.end('a CAPABILITY\r\n')
  confused.resume()
  await once(confused, 'close')
  const open = async () => /^mayfly_imap_open_connections (\d+)$/m.exec(await scene.registry.metrics())?.[1]
  await waitUntil('its place is free', async () => (await open()) === '0')
  using client = await scene.connect({ tls: true })
  await client.ok(`LOGIN ${INBOX} ${scene.key}`)
})

test('who is silent after STARTTLS hears BYE, too', async (t) => {
  const scene = await openScene(t, { front: { idleMs: { stranger: 500, known: 60_000 } } })
  using client = await scene.connect()
  await client.ok('STARTTLS')
  await client.secure()
  await assertBye(client, /silent/)
})

test('who is silent for too long hears BYE: soon before log-in, later after it', async (t) => {
  const scene = await openScene(t, { front: { idleMs: { stranger: 50, known: 60_000 } } })
  using known = await scene.reading()
  using stranger = await scene.connect()
  await assertBye(stranger, /silent/)
  await known.ok('NOOP')
})

test('who has logged in is not waited for without end either, in IDLE or out of it', async (t) => {
  const scene = await openScene(t, { front: { idleMs: { stranger: 60_000, known: 50 } } })
  using idle = await scene.reading()
  await idle.idle()
  await assertBye(idle, /silent/)
})

test('who stops in the middle of a message, or does not read, is not waited for twice', async (t) => {
  const scene = await openScene(t, { front: { idleMs: { stranger: 60_000, known: 100 } } })
  using stalled = await ImapClient.loggedIn(scene, INBOX)
  stalled.begin('APPEND INBOX {1000}')
  await stalled.until('+')
  stalled.write('Subject: half')
  await stalled.end()

  await scene.room.send(INBOX, `Subject: large\n\n${'A line of it.\n'.repeat(400_000)}`)
  using deaf = await scene.reading()
  deaf.begin('FETCH 1 BODY[]')
  deaf.pause()
  const open = async () => /^mayfly_imap_open_connections (\d+)$/m.exec(await scene.registry.metrics())?.[1]
  await waitUntil('the deaf one is gone', async () => (await open()) === '0')
})

test('a stop finishes the command in hand and says BYE to everyone', async (t) => {
  const scene = await openScene(t)
  using stranger = await scene.connect()
  using idle = await scene.reading()
  await idle.idle()
  using busy = await ImapClient.loggedIn(scene, INBOX)
  const tag = busy.begin('APPEND INBOX {12}')
  await busy.until('+')
  const stopped = scene.front.stop(AbortSignal.timeout(10_000))
  await assertBye(stranger, /stopping/)
  await assertBye(idle, /stopping/)
  busy.write('Subject: s\r\n\r\n')
  assert.equal((await busy.finish(tag)).status, 'OK')
  await assertBye(busy, /stopping/)
  await stopped
})

test('a stop waits no longer than it may', async (t) => {
  const scene = await openScene(t)
  using busy = await ImapClient.loggedIn(scene, INBOX)
  busy.begin('APPEND INBOX {12}')
  await busy.until('+')
  await scene.front.stop(AbortSignal.abort())
  assert.deepEqual(await busy.end(), [])
})
