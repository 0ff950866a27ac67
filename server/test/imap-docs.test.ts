import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Folder } from './support/folder.ts'
import { collect, launch } from './support/mayflyd-command.ts'
import { type RunningServer, startServer } from './support/running-server.ts'
import { sendMail } from './support/smtp-client.ts'
import { waitUntil, within } from './support/wait-until.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/imap.md'), 'utf8')

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server[Symbol.asyncDispose]())

function exampleIn(language: string): string {
  const [, example] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE) ?? []
  assert.ok(example, `docs/imap.md has no example in ${language}`)
  return example
}

/** So many mail programs are connected. */
async function openConnections(): Promise<number> {
  const metrics = await (await fetch(`${server.httpUrl}/metrics`)).text()
  return Number(/^mayfly_imap_open_connections (\d+)$/m.exec(metrics)?.[1])
}

for (const [language, file, command, address] of [
  ['python', 'wait.py', 'python3', 'python@mayfly.test'],
  ['js', 'wait.mjs', process.execPath, 'imapflow@mayfly.test'],
] as const) {
  test(`the example in ${language} waits for a mail, and takes one that is there`, async () => {
    using folder = new Folder()
    symlinkSync(join(ROOT, 'node_modules'), folder.join('node_modules'))
    writeFileSync(folder.join(file), exampleIn(language))
    for (const [subject, isThere] of [
      ['that came meanwhile', false],
      ['that was there', true],
    ] as const) {
      const source = `From: ann@sender.test\r\nSubject: A mail ${subject}\r\n\r\nHello`
      if (isThere) await sendMail(server, address, source)
      const env = { IMAP_PORT: String(server.imapPort) }
      const child = launch(command, [folder.join(file)], { ...env, MAYFLY_API_KEY: server.key })
      const [output, errors] = [collect(child.stdout), collect(child.stderr)]
      const ended = new Promise((resolve) => child.once('close', resolve))
      if (!isThere) {
        await waitUntil('it is connected', async () => (await openConnections()) > 0)
        await sendMail(server, address, source)
      }
      await within('the example to end', ended)
      assert.equal(output().trim(), `A mail ${subject}`, errors())
      await waitUntil('it is gone', async () => (await openConnections()) === 0)
    }
  })
}
