import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { askMail, assertProblem, getMail } from './support/get-mail.ts'
import { assertWhole, markedMail } from './support/marked-mail.ts'
import { mayflyd } from './support/mayflyd-command.ts'
import { startServer } from './support/running-server.ts'
import { SmallDisk } from './support/small-disk.ts'
import { type Reply, SmtpClient } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

const noise = (bytes: number): string =>
  randomBytes((bytes * 3) / 4)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
const status = ({ code, text }: Reply): string => `${code} ${text.split(' ', 1)[0]}`

test('a full disk refuses mail for a while, loses none, and takes it again once there is room', async (t) => {
  const mounted = await SmallDisk.mount(24)
  if (typeof mounted === 'string') return t.skip(mounted)
  await using disk = mounted
  disk.occupy(10)
  await using server = await startServer({ dataDir: join(disk.path, 'data') })
  for (const name of ['full', 'ballast']) await getMail(server, `${name}@mayfly.test`)
  using client = await SmtpClient.greeted(server)

  const stored: string[] = []
  const refusal = await waitUntil('the disk is full', async () => {
    const id = `mail-${stored.length}`
    const reply = await client.mail('full@mayfly.test', `${markedMail(id)}`)
    if (reply.code !== 250) return reply
    stored.push(id)
    const ballast = await client.mail('ballast@mayfly.test', noise(200_000))
    return ballast.code !== 250 && ballast
  })
  assert.equal(status(refusal), '452 4.3.1')
  assert.ok(stored.length > 5)
  // The largest come through the spool, which is on the same disk.
  assert.equal(status(await client.mail('full@mayfly.test', noise(8_000_000))), '452 4.3.1')
  // Reading goes on, and the server says what it cannot do.
  assert.ok((await getMail(server, 'full@mayfly.test', { limit: 1 })).length === 1)

  disk.release()
  const again = await waitUntil('mail is taken again', async () => {
    const reply = await client.mail('full@mayfly.test', markedMail('after'))
    return reply.code === 250 && reply
  })
  assert.equal(again.code, 250)
  assert.equal((await client.mail('full@mayfly.test', noise(3_000_000))).code, 250)
  const found = (await getMail(server, 'full@mayfly.test')).slice(1).map(assertWhole)
  assert.deepEqual(found, ['after', ...stored.toReversed()])
  assert.equal(await server.stop(), 0)
})

test('a claim on a full disk is refused as unavailable, and nothing else breaks', async (t) => {
  const mounted = await SmallDisk.mount(24)
  if (typeof mounted === 'string') return t.skip(mounted)
  await using disk = mounted
  await using server = await startServer({ dataDir: join(disk.path, 'data') })
  await getMail(server, 'before@mayfly.test')
  assert.throws(() => disk.occupy(24), /ENOSPC/)
  let n = 0
  const refused = await waitUntil('a claim meets the full disk', async () => {
    const answer = await askMail(server, `claim${n++}@mayfly.test`)
    return answer.status !== 200 && answer
  })
  await assertProblem(refused, 503, 'unavailable')
  assert.deepEqual(await getMail(server, 'before@mayfly.test'), [])
  disk.release()
  await waitUntil('claims work again', async () => (await askMail(server, 'after@mayfly.test')).status === 200)
})

test('a start on a full disk says so', async (t) => {
  const mounted = await SmallDisk.mount(1)
  if (typeof mounted === 'string') return t.skip(mounted)
  await using disk = mounted
  assert.throws(() => disk.occupy(2), /ENOSPC/)
  const { code, stderr } = await mayflyd(['serve'], { MAYFLY_DATA_DIR: join(disk.path, 'data') })
  assert.equal(code, 1)
  assert.match(stderr, /^mayflyd: [^\n]*disk[^\n]*\.\n$/)
  assert.doesNotMatch(stderr, /bug in Mayfly/)
})
