import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isKeyText, newKeyText } from '../domain/api-key.ts'
import { run, startServer } from './mayflyd-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'mayflyd-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const freshDir = (): string => join(folder, `data-${++folders}`)

test('help, version and slips', async () => {
  assert.match((await run(['--help'])).stdout, /admin account create/)
  assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/)
  assert.match((await run(['admin', 'key', 'create', '--help'])).stdout, /--scope S/)
  const command = await run(['bakcup', 'x'])
  assert.deepEqual([command.code, command.stdout], [2, ''])
  assert.match(command.stderr, /^mayflyd: There is no command "bakcup x"\. Did you mean "backup"\?.*\n$/)
  const option = await run(['config', '--jsn'])
  assert.equal(option.code, 2)
  assert.match(option.stderr, /^mayflyd: There is no option --jsn\. Did you mean --json\?.*\n$/)
})

test('config shows every setting and hides the secret', async () => {
  const key = newKeyText()
  const { stdout, code } = await run(['config', '--json'], { MAYFLY_BOOTSTRAP_API_KEY: key, MAYFLY_HTTP_PORT: '9' })
  assert.equal(code, 0)
  const rows: { name: string; default: string; value: string }[] = JSON.parse(stdout)
  const port = rows.find((row) => row.name === 'MAYFLY_HTTP_PORT')
  assert.deepEqual([port?.default, port?.value], ['8025', '9'])
  assert.ok(!stdout.includes(key))
  const bad = await run(['config'], { MAYFLY_HTTP_PORT: 'x' })
  assert.equal(bad.code, 1)
  assert.match(bad.stdout, /MAYFLY_SMTP_PORT/)
  assert.match(bad.stderr, /MAYFLY_HTTP_PORT is "x"/)
})

test('a first start welcomes with a key that works, and a second one does not make another', async () => {
  const env = { MAYFLY_DATA_DIR: freshDir() }
  const first = await startServer(env)
  const [key] = /tk_\w{36}/.exec(first.output()) ?? ['']
  assert.ok(isKeyText(key))
  const [, url = ''] = /curl -s -H 'X-API-KEY: \w+' '([^']+)'/.exec(first.output()) ?? []
  const answer = await fetch(url, { headers: { 'X-API-KEY': key } })
  assert.deepEqual([answer.status, await answer.json()], [200, []])
  assert.equal((await fetch(new URL('/readyz', url))).status, 200)
  assert.equal(statSync(env.MAYFLY_DATA_DIR).mode & 0o777, 0o700)
  assert.equal(await first.stop('SIGTERM'), 0)
  const second = await startServer(env)
  assert.doesNotMatch(second.output(), /tk_/)
  assert.match(second.output(), /Mayfly is running/)
  assert.equal(await second.stop('SIGINT'), 0)
})

test('admin commands and backup work beside a running server', async () => {
  const env = { MAYFLY_DATA_DIR: freshDir() }
  const server = await startServer(env)
  const json = async (...args: string[]) => {
    const { stdout, stderr, code } = await run(args, env)
    assert.deepEqual([code, stderr], [0, ''])
    return JSON.parse(stdout)
  }
  const made = await json('admin', 'account', 'create', '--email', 'Ann@Example.com', '--plan', 'plus', '--json')
  assert.deepEqual(Object.keys(made), ['account_id', 'user_id', 'api_key'])
  const get = (key: string) => fetch(`${server.http}/getMail?email=ann@mayfly.test`, { headers: { 'X-API-KEY': key } })
  assert.equal((await get(made.api_key)).status, 200)
  const key = await json('admin', 'key', 'create', '--account', made.account_id, '--name', 'ci', '--json')
  assert.deepEqual(Object.keys(key), ['key_id', 'api_key'])
  assert.equal((await get(key.api_key)).status, 200)
  assert.equal((await run(['admin', 'key', 'revoke', key.key_id], env)).code, 0)
  await sleep(1_000)
  assert.equal((await get(key.api_key)).status, 401)
  assert.equal(
    (await run(['admin', 'account', 'set-plan', '--account', made.account_id, '--plan', 'team'], env)).code,
    0,
  )
  const listed = await json('admin', 'account', 'list', '--json')
  assert.deepEqual(
    listed.map((row: { email: string; plan: string }) => [row.email, row.plan]),
    [
      ['owner@mayfly.test', 'team'],
      ['ann@example.com', 'team'],
    ],
  )
  const file = join(folder, 'copy.db')
  assert.equal((await run(['backup', file], env)).code, 0)
  assert.ok(existsSync(file))
  assert.match((await run(['backup', file], env)).stderr, /exists already/)
  assert.equal(await server.stop('SIGTERM'), 0)
})

test('a bootstrap key works from the start, is not shown, and may come again', async () => {
  const key = newKeyText()
  const env = { MAYFLY_DATA_DIR: freshDir(), MAYFLY_BOOTSTRAP_API_KEY: key }
  for (let start = 0; start < 2; start++) {
    const server = await startServer(env)
    assert.doesNotMatch(server.output(), /tk_/)
    const answer = await fetch(`${server.http}/getMail?email=a@mayfly.test`, { headers: { 'X-API-KEY': key } })
    assert.equal(answer.status, 200)
    assert.equal(await server.stop('SIGTERM'), 0)
  }
})

test('what cannot be used is a sentence, exit code 1, and no stack', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const taken = String((blocker.address() as { port: number }).port)
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const damaged = mkdtempSync(join(folder, 'damaged-'))
  writeFileSync(
    join(damaged, 'mayfly.db'),
    'this is no database, though it has a hundred bytes of text in it. '.repeat(9),
  )
  const newer = mkdtempSync(join(folder, 'newer-'))
  assert.equal((await run(['admin', 'account', 'create', '--email', 'a@b.c'], { MAYFLY_DATA_DIR: newer })).code, 0)
  const db = new DatabaseSync(join(newer, 'mayfly.db'))
  db.exec('PRAGMA user_version = 9999')
  db.close()
  const cases: [Record<string, string>, RegExp][] = [
    [{ MAYFLY_HTTP_PORT: taken }, new RegExp(`Port ${taken} on 127.0.0.1 is in use.*MAYFLY_HTTP_PORT`)],
    [{ MAYFLY_SMTP_PORT: taken }, new RegExp(`Port ${taken} on 127.0.0.1 is in use.*MAYFLY_SMTP_PORT`)],
    [{ MAYFLY_HOST: '192.0.2.1' }, /MAYFLY_HOST/],
    [{ MAYFLY_DATA_DIR: file }, /is not a folder/],
    [{ MAYFLY_DATA_DIR: damaged }, /no Mayfly database/],
    [{ MAYFLY_DATA_DIR: newer }, /newer/],
    [{ MAYFLY_TLS_CERT_FILE: '/none', MAYFLY_TLS_KEY_FILE: '/none' }, /MAYFLY_TLS_CERT_FILE/],
    [{ MAYFLY_HTPT_PORT: '1' }, /Did you mean MAYFLY_HTTP_PORT/],
  ]
  for (const [env, expected] of cases) {
    const { code, stderr } = await run(['serve'], { MAYFLY_DATA_DIR: freshDir(), ...env })
    assert.equal(code, 1, stderr)
    assert.match(stderr, expected)
    assert.match(stderr, /^mayflyd: [^\n]+\n$/)
  }
  blocker.close()
})

test('a second server on the same folder is refused', async () => {
  const env = { MAYFLY_DATA_DIR: freshDir() }
  const server = await startServer(env)
  const { code, stderr } = await run(['serve'], env)
  assert.equal(code, 1)
  assert.match(stderr, /^mayflyd: Another mayflyd is serving from this data folder.*\n$/)
  assert.equal(await server.stop('SIGTERM'), 0)
})

test('several signals at once are one graceful stop, which finishes the mail in hand', async () => {
  const server = await startServer({ MAYFLY_DATA_DIR: freshDir(), MAYFLY_SHUTDOWN_TIMEOUT: '60s' })
  const client = await beginMail(server.smtp)
  const exited = server.stop('SIGINT')
  server.signal('SIGINT')
  server.signal('SIGTERM')
  await sleep(1_200)
  assert.match(await client.say('\r\n.'), /^250 /)
  assert.equal(await exited, 0)
})

test('another request a second later stops at once', async () => {
  const server = await startServer({ MAYFLY_DATA_DIR: freshDir(), MAYFLY_SHUTDOWN_TIMEOUT: '60s' })
  await beginMail(server.smtp)
  const exited = server.stop('SIGTERM')
  await sleep(1_200)
  server.signal('SIGTERM')
  assert.equal(await exited, 143)
})

test('a stop waits no longer than its time-out', async () => {
  const server = await startServer({ MAYFLY_DATA_DIR: freshDir(), MAYFLY_SHUTDOWN_TIMEOUT: '500ms' })
  await beginMail(server.smtp)
  assert.equal(await server.stop('SIGTERM'), 0)
})

/** A client in the middle of its DATA. */
async function beginMail(smtp: string) {
  const socket = connect(Number(smtp.split(':').at(-1)), '127.0.0.1')
  socket.on('error', () => undefined)
  const answer = async () => String(await new Promise((resolve) => socket.once('data', resolve)))
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return answer()
  }
  await answer()
  for (const line of ['EHLO c.test', 'MAIL FROM:<a@b.c>', 'RCPT TO:<x@mayfly.test>', 'DATA']) await say(line)
  socket.write('Subject: in hand\r\n')
  return { say }
}
