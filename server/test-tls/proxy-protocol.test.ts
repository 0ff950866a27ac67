import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { startServer } from '../test/support/running-server.ts'
import { storedSource } from '../test/support/stored-source.ts'
import { waitUntil, within } from '../test/support/wait-until.ts'
import { Haproxy } from './haproxy.ts'

/** All of 127.0.0.0/8 is this machine: the proxy is one address of it, and its clients are others. */
const PROXY = '127.0.0.1'
const CLIENT = '127.0.0.7'
const ENV = {
  MAYFLY_TRUSTED_PROXIES: PROXY,
  MAYFLY_PROXY_PROTOCOL: 'smtp, imap, imaps, https',
  MAYFLY_HTTPS_PORT: '0',
}

function dialogue(to: string): string {
  return `EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: x\r\n\r\nx\r\n.\r\nQUIT\r\n`
}

/** Says it all at once, and gives all that was heard. */
async function talk(port: number, text: string, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let heard = ''
  socket.on('data', (data) => {
    heard += String(data)
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await within('the end', once(socket, 'close'))
  return heard
}

for (const version of ['send-proxy', 'send-proxy-v2'] as const) {
  test(`HAProxy (${version}) says who hands in the mail, and the trace says it too`, async () => {
    await using server = await startServer({ env: ENV })
    await using proxy = await Haproxy.start(server.smtpPort, version)
    const to = 'proxied@mayfly.test'
    assert.match(await talk(proxy.port, dialogue(to), CLIENT), /^250 2\.0\.0 Stored/m)
    assert.match(String(await storedSource(server, to)), /^Received: from c\.test \(\[127\.0\.0\.7\]\)/m)
    // Whoever is not the proxy needs no header, and gains nothing by one.
    assert.match(await talk(server.smtpPort, dialogue(to), CLIENT), /^250 2\.0\.0 Stored/m)
    const forged = `PROXY TCP4 192.0.2.1 192.0.2.2 1 25\r\n${dialogue('forged@mayfly.test')}`
    const heard = await talk(server.smtpPort, forged, CLIENT)
    assert.match(heard, /^50\d /m)
    assert.match(String(await storedSource(server, 'forged@mayfly.test')), /\(\[127\.0\.0\.7\]\)/)
    // The proxy itself must say it.
    assert.equal(await talk(server.smtpPort, dialogue(to), PROXY), '')
    await waitUntil('it is told', () => /The proxy 127\.0\.0\.1 was not understood/.test(server.log))
  })
}

test('TLS goes on behind the header, for mail programs and for HTTPS', async () => {
  await using server = await startServer({ env: ENV })
  await using imaps = await Haproxy.start(server.imapsPort, 'send-proxy-v2')
  const secure = connectTls({ port: imaps.port, host: '127.0.0.1', rejectUnauthorized: false })
  const [greeting] = await within('the greeting', once(secure, 'data'))
  assert.match(String(greeting), /^\* OK /)
  secure.destroy()
  await using https = await Haproxy.start(Number(new URL(server.httpsUrl).port), 'send-proxy')
  const socket = connect({ port: https.port, host: '127.0.0.1', localAddress: CLIENT })
  const web = connectTls({ socket, rejectUnauthorized: false })
  await within('the handshake', once(web, 'secureConnect'))
  web.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [answer] = await within('an answer', once(web, 'data'))
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  web.destroy()
})
