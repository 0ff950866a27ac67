import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeResolveHost } from './resolve-host.ts'

const A = 1
const AAAA = 28
const NXDOMAIN = 3

/** A name server (RFC 1035 §4) that knows both.test and six.test, and counts what it was asked. */
async function nameServer(t: TestContext): Promise<{ address: string; asked: string[] }> {
  const zone: Record<string, Record<number, number[]>> = {
    'both.test': { [A]: [8, 8, 8, 8], [AAAA]: [0x2a, ...new Array(14).fill(0), 1] },
    'six.test': { [AAAA]: [0x2a, ...new Array(14).fill(0), 6] },
  }
  const asked: string[] = []
  const server = createSocket('udp4')
  server.on('message', (query, peer) => {
    const labels: string[] = []
    let at = 12
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size))
      at += size + 1
    }
    const question = query.subarray(12, at + 5)
    const name = labels.join('.').toLowerCase()
    const type = query.readUInt16BE(at + 1)
    asked.push(name)
    const data = zone[name]?.[type]
    const answer = data ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, data.length, ...data]) : Buffer.alloc(0)
    const header = Buffer.from([0x81, 0x80 | (zone[name] ? 0 : NXDOMAIN), 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    server.send(Buffer.concat([query.subarray(0, 2), header, question, answer]), peer.port, peer.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('both families are asked for, and one is enough', async (t) => {
  const { address } = await nameServer(t)
  const resolve = makeResolveHost({ servers: [address], hostsFile: '/nonexistent/hosts' })
  assert.deepEqual(await resolve('both.test'), ['8.8.8.8', '2a00::1'])
  assert.deepEqual(await resolve('both.test.'), ['8.8.8.8', '2a00::1'])
  assert.deepEqual(await resolve('six.test'), ['2a00::6'])
  await assert.rejects(resolve('none.test'), { code: 'ENOTFOUND' })
})

test('the hosts file comes first, and localhost needs neither', async (t) => {
  const { address, asked } = await nameServer(t)
  const folder = await mkdtemp(join(tmpdir(), 'mayfly-hosts-'))
  t.after(() => rm(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  await writeFile(
    hostsFile,
    '# 9.9.9.9 both.test\n10.0.0.5\tbench Both.test # ours\nnonsense both.test\n6.6.6.6 localhost\n',
  )
  const resolve = makeResolveHost({ servers: [address], hostsFile })
  assert.deepEqual(await resolve('both.test'), ['10.0.0.5'])
  assert.deepEqual(await resolve('localhost'), ['127.0.0.1'])
  assert.deepEqual(await resolve('a.localhost.'), ['127.0.0.1'])
  assert.deepEqual(asked, [])
  assert.deepEqual(await resolve('six.test'), ['2a00::6'])
})
