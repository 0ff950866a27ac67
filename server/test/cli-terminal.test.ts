import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { MayflyUser } from './support/mayfly-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil } from './support/wait-until.ts'

let server: RunningServer

before(async () => {
  server = await startServer()
})

after(() => server?.[Symbol.asyncDispose]())

const ESCAPE = '\u001b'

test('colours on a terminal, none with NO_COLOR, none elsewhere', async () => {
  using user = new MayflyUser(server)
  using plain = new MayflyUser(server, { NO_COLOR: '1' })
  await sendMail(server, 'colours@mayfly.test', 'Subject: Hello\r\n\r\nhello\r\n')
  const args = ['mail', 'list', 'colours@mayfly.test'] as const
  const coloured = await user.inTerminal(...args)
  assert.match(coloured.stdout, /^\u001b\[2mID .*SUBJECT\u001b\[22m\r\n/)
  const uncoloured = await plain.inTerminal(...args)
  assert.match(uncoloured.stdout, /^ID .*SUBJECT\r\n/)
  assert.equal((await user.run(args)).stdout, uncoloured.stdout.replaceAll('\r\n', '\n'))
  const asJson = await user.inTerminal(...args, '--json')
  assert.equal(JSON.parse(asJson.stdout)[0].subject, 'Hello')
})

test('a wait turns on a terminal, and clears its line; with NO_COLOR and with --json nothing moves', async () => {
  using user = new MayflyUser(server)
  using plain = new MayflyUser(server, { NO_COLOR: '1' })
  using waiting = user.launchInTerminal('code', 'turning@mayfly.test')
  await waiting.says(/⠋ Waiting for a code to turning@mayfly\.test …/)
  await sendMail(server, 'turning@mayfly.test', 'Subject: 482913 is your code\r\n\r\n')
  const { code, stdout } = await waiting.end
  assert.equal(code, 0)
  assert.ok(stdout.endsWith(`\r${ESCAPE}[K482913\r\n`), JSON.stringify(stdout))
  assert.equal((await plain.inTerminal('code', 'turning@mayfly.test')).stdout, '482913\r\n')
  assert.ok(!(await user.inTerminal('code', 'turning@mayfly.test', '--json')).stdout.includes(ESCAPE))
})

test('a time-out on a terminal exits with 3, and Ctrl-C with 130', async () => {
  using user = new MayflyUser(server, { NO_COLOR: '1' })
  const late = await user.inTerminal('wait', 'late@mayfly.test', '--timeout', '0')
  assert.equal(late.code, 3)
  assert.match(late.stdout, /^mayfly: No matching mail for late@mayfly\.test within 0 s\.[^\r]*\r\n$/)
  using waiting = user.launchInTerminal('wait', 'late@mayfly.test', '--debug')
  await waiting.says(/debug: GET/)
  waiting.type('\u0003')
  assert.equal((await waiting.end).code, 130)
})

test('what a stranger wrote cannot take over the terminal', async () => {
  using user = new MayflyUser(server, { NO_COLOR: '1' })
  const evil = `${ESCAPE}]0;owned\u0007${ESCAPE}[2Jgone\u009b31m\u202etxet`
  await user.run(['inbox', 'new', 'evil@mayfly.test'])
  await sendMail(
    server,
    'evil@mayfly.test',
    `From: x@y.test\r\nSubject: =?utf-8?B?${Buffer.from(evil).toString('base64')}?=\r\n\r\n${evil}\r\n`,
  )
  using watch = user.launchInTerminal('watch')
  await watch.says(/Watching/)
  await sendMail(server, 'evil@mayfly.test', `Subject: again ${ESCAPE}[2J\r\n\r\n`)
  await watch.says(/again \[2J/)
  const shown = await Promise.all([
    user.inTerminal('mail', 'list', 'evil@mayfly.test'),
    user.inTerminal('mail', 'show', 'evil@mayfly.test'),
    user.inTerminal('wait', 'evil@mayfly.test', '--subject', 'gone'),
    user.inTerminal('wait', 'evil@mayfly.test', '--subject', 'nothing', '--timeout', '0'),
    user.inTerminal('mail', 'raw', 'evil@mayfly.test'),
  ])
  for (const text of [watch.stdout, ...shown.map(({ stdout }) => stdout)]) {
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/)
  }
  assert.match(shown[2]?.stdout ?? '', /owned\[2Jgone/)
})

test('open and login open the browser where there is one', async () => {
  using user = new MayflyUser(server)
  const [browser, visited] = [user.join('browser'), user.join('visited')]
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${visited}.part' && mv '${visited}.part' '${visited}'\n`)
  chmodSync(browser, 0o755)
  using reader = new MayflyUser(server, { BROWSER: browser })
  const opened = await reader.run(['open', 'a@mayfly.test', '--json'])
  assert.equal(JSON.parse(opened.stdout).opened, true)
  const page = await waitUntil('the browser is called', () => existsSync(visited) && readFileSync(visited, 'utf8'))
  assert.equal(page, `${server.httpUrl}/inboxes/a@mayfly.test`)
  using login = reader.launchInTerminal('login')
  await login.says(/The page is opening in your browser\./)
  await waitUntil('the page is open', () => readFileSync(visited, 'utf8').includes('/device?user_code='))
})
