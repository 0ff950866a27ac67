import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { Folder } from '../test/support/folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { collect, type Env, launch } from '../test/support/mayflyd-command.ts'
import { startServer } from '../test/support/running-server.ts'
import { storedSource } from '../test/support/stored-source.ts'
import { waitUntil, within } from '../test/support/wait-until.ts'
import { makePair } from './make-pair.ts'

const PAGE = readFileSync(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
const CLIENT = '127.0.0.7'

/** The settings and the configuration that the page gives for nginx, as they stand there. */
function readPage(): { readonly env: Env; readonly config: string } {
  const part = PAGE.slice(PAGE.indexOf('## Behind nginx or Caddy'))
  const [, settings = ''] = /```sh\n(MAYFLY_HOST=127[\s\S]*?)```/.exec(part) ?? []
  const [, config = ''] = /```nginx\n([\s\S]*?)```/.exec(part) ?? []
  assert.ok(settings !== '' && config !== '')
  return {
    env: Object.fromEntries(
      settings
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ),
    config,
  }
}

/** Each must be there: a page that has changed is read anew by a person. */
function replaceAll(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), from)
    return changed.replaceAll(from, to)
  }, text)
}

async function ask(port: number, request: string, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const secure = connectTls({ socket, rejectUnauthorized: false })
  const answer = collect(secure)
  secure.write(request)
  await within('the answer', once(secure, 'close'))
  return answer()
}

test('nginx as docs/self-hosting.md has it: HTTPS, mail and IMAP, each with the address of its client', async () => {
  using folder = new Folder()
  const { env, config } = readPage()
  const pair = await makePair(['mail.example.com'])
  const [cert, key] = [folder.join('fullchain.pem'), folder.join('privkey.pem')]
  writeFileSync(cert, pair.cert)
  writeFileSync(key, pair.key)
  const ports = { MAYFLY_HTTP_PORT: '0', MAYFLY_SMTP_PORT: '0', MAYFLY_IMAPS_PORT: '0' }
  const files = { MAYFLY_TLS_CERT_FILE: cert, MAYFLY_TLS_KEY_FILE: key }
  await using server = await startServer({ env: { ...env, ...ports, ...files } })
  const [http, https, smtp, imaps] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const file = folder.join('nginx.conf')
  writeFileSync(
    file,
    replaceAll(config, {
      '/run/nginx.pid': folder.join('nginx.pid'),
      '/var/log/nginx': folder.path,
      '/etc/letsencrypt/live/mail.example.com': folder.path,
      '127.0.0.1:8025': new URL(server.httpUrl).host,
      '127.0.0.1:1025': server.smtpAddress,
      '127.0.0.1:1993': `127.0.0.1:${server.imapsPort}`,
      'listen 80;': `listen 127.0.0.1:${http};`,
      'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
      'listen 25;': `listen 127.0.0.1:${smtp};`,
      'listen 993;': `listen 127.0.0.1:${imaps};`,
    }),
  )
  const path = { PATH: `${process.env['PATH']}:/usr/sbin` }
  const nginx = launch('nginx', ['-c', file, '-g', 'daemon off;'], path)
  const errors = collect(nginx.stderr)
  const ended = once(nginx, 'close')
  try {
    const redirect = await waitUntil('nginx answers', async () => {
      if (nginx.exitCode !== null) assert.fail(errors())
      return fetch(`http://127.0.0.1:${http}/inboxes`, { redirect: 'manual' }).catch(() => null)
    })
    assert.equal(redirect.headers.get('location'), 'https://mail.example.com/inboxes')

    const head = 'Host: mail.example.com\r\nConnection: close\r\n'
    const poll = `GET /getMail?email=a%40mayfly.test HTTP/1.1\r\n${head}X-API-KEY: ${server.key}\r\n\r\n`
    const answer = await ask(https, poll, CLIENT)
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.equal(answer.match(/^strict-transport-security:/gim)?.length, 1)
    // The client's word about itself counts for nothing: /metrics is for this machine alone, and a proxy is before it.
    assert.match(
      await ask(https, `GET /metrics HTTP/1.1\r\n${head}X-Forwarded-For: 127.0.0.1\r\n\r\n`, CLIENT),
      / 404 /,
    )

    const to = 'nginx@mayfly.test'
    const socket = connect({ port: smtp, host: '127.0.0.1', localAddress: CLIENT })
    const heard = collect(socket)
    socket.write(`EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: x\r\n\r\n.\r\nQUIT\r\n`)
    await within('the end', once(socket, 'close'))
    assert.match(heard(), /^250 2\.0\.0 Stored/m)
    assert.match(String(await storedSource(server, to)), /^Received: from c\.test \(\[127\.0\.0\.7\]\)/m)
    assert.match(await ask(imaps, 'a LOGOUT\r\n', CLIENT), /^\* OK [\s\S]*a OK /)
  } finally {
    nginx.kill('SIGQUIT')
    await within('the end of nginx', ended)
  }
})
