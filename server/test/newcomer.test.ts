import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKeyText } from '../src/domain/api-key.ts'
import type { Message } from './support/get-mail.ts'
import { run } from './support/mayflyd-command.ts'
import { startServer } from './support/running-server.ts'

const FIELDS = ['id', 'from', 'subject', 'text', 'html', 'date']

function printedLine(log: string, program: string): string {
  const line = log.split('\n').find((text) => text.trim().startsWith(`${program} `))
  assert.ok(line, `no ${program} line in\n${log}`)
  return line.trim()
}

/** As somebody who copies the line into a shell. */
async function paste(line: string): Promise<string> {
  const { code, stdout, stderr } = await run('sh', ['-c', line])
  assert.equal(code, 0, `${line}\n${stdout}${stderr}`)
  return stdout
}

test('a newcomer copies the printed lines and reads a first mail', async () => {
  await using server = await startServer({ key: null })
  const keys = server.log.match(/\btk_\w+/g) ?? []
  assert.ok(isKeyText(keys[0] ?? ''))
  assert.equal(new Set(keys).size, 1)
  const [curl, swaks] = [printedLine(server.log, 'curl'), printedLine(server.log, 'swaks')]
  const read = async (): Promise<Message[]> => JSON.parse(await paste(curl))

  assert.equal((await paste(curl)).trim(), '[]')
  await paste(swaks)
  const [first, ...others] = await read()
  assert.ok(first && others.length === 0)
  assert.deepEqual(Object.keys(first), FIELDS)
  assert.ok(Object.values(first).every((value) => typeof value === 'string'))
  assert.match(first.date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.match(first.text, /This is a test mailing/)

  await paste(`${swaks} --header 'Subject: the second'`)
  const both = await read()
  assert.deepEqual(
    both.map(({ subject }) => subject),
    ['the second', first.subject],
  )
  assert.deepEqual(both[1], first)
})

test('a second start shows no key and serves the same mail', async () => {
  await using server = await startServer({ key: null })
  const [curl, swaks] = [printedLine(server.log, 'curl'), printedLine(server.log, 'swaks')]
  await paste(swaks)
  const before = await paste(curl)
  const printed = server.log.length
  await server.restart({ samePorts: true })
  assert.doesNotMatch(server.log.slice(printed), /tk_/)
  assert.equal(await paste(curl), before)
  assert.equal(JSON.parse(before).length, 1)
})
