import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RunningServer, startServer } from '../../../server/test/support/running-server.ts'
import { Mayfly, NotFoundError } from '../src/index.ts'
import { addMayflyCommands, addMayflyTasks } from '../src/testing/cypress.ts'
import { newInbox } from '../src/testing/node-test.ts'
import { mayflyFixtures as playwrightFixtures } from '../src/testing/playwright.ts'
import { mayflyFixtures as vitestFixtures } from '../src/testing/vitest.ts'

let server: RunningServer
let mayfly: Mayfly
before(async () => {
  server = await startServer()
  mayfly = new Mayfly({ url: server.httpUrl, apiKey: server.key })
})
after(() => server[Symbol.asyncDispose]())

const noInboxLeft = async (): Promise<void> => assert.deepEqual(await mayfly.inboxes.list().toArray(), [])

test('node:test: an inbox lives as long as its test, also where the test deletes it', async (t) => {
  await t.test('inner', async (inner) => {
    const inbox = await newInbox(inner, { mayfly })
    await mayfly.sendTestMail(inbox.address)
    assert.match(await inbox.code(), /^\d{6}$/)
    assert.equal((await inbox.get()).label, 'inner')
    const other = await newInbox(inner, { mayfly, address: 'mine@mayfly.test', label: 'mine' })
    assert.equal((await other.get()).label, 'mine')
    await other.delete()
  })
  await noInboxLeft()
})

test('a bound inbox does everything for its address, and goes with its scope', async () => {
  const { address } = await mayfly.inboxes.create()
  {
    await using inbox = mayfly.inbox(address)
    await inbox.inject('From: a@example.com\r\nSubject: Hello\r\n\r\nhttps://example.com/verify?t=1 verifies you')
    assert.equal((await inbox.wait()).subject, 'Hello')
    assert.equal((await inbox.wait({ count: 1 })).length, 1)
    assert.equal(await inbox.link(), 'https://example.com/verify?t=1')
    assert.equal((await inbox.getMail())[0]?.subject, 'Hello')
    assert.equal((await inbox.messages().toArray(1)).length, 1)
    await inbox.empty()
    assert.deepEqual(await inbox.messages().toArray(), [])
  }
  await assert.rejects(mayfly.inboxes.get(address), NotFoundError)
})

test('Playwright and Vitest: a fixture gives an inbox, and takes it away', async () => {
  const options = { url: server.httpUrl, apiKey: server.key }
  const play = playwrightFixtures
  assert.deepEqual(play.mayflyOptions, [{}, { option: true }])
  await play.mayfly({ mayflyOptions: options }, async (client) => {
    await play.inbox(
      { mayfly: client, inboxOptions: { domain: 'mayfly.test' } },
      async (inbox) => assert.equal((await inbox.get()).label, 'file.ts › signs up'),
      { titlePath: ['file.ts', 'signs up'] },
    )
  })
  await noInboxLeft()
  const vitest = vitestFixtures({ client: options })
  await vitest.mayfly({}, async (client) => {
    await vitest.inbox({ mayfly: client, task: { name: 'signs up' } }, async (inbox) => {
      assert.equal((await inbox.get()).label, 'signs up')
    })
  })
  await noInboxLeft()
})

test('frameworks read the names of the fixtures that one needs from its source', () => {
  assert.match(playwrightFixtures.inbox.toString(), /^async \(\s*\{ mayfly, inboxOptions \}/)
  assert.match(vitestFixtures().inbox.toString(), /^async \(\{ mayfly, task \}/)
  assert.match(vitestFixtures().mayfly.toString(), /^async \(\{\s*\}/)
})

test('Cypress: commands are carried out by tasks, and the inboxes of a test go with it', async () => {
  type Task = (argument: unknown) => Promise<unknown>
  const tasks = new Map<string, Task>()
  addMayflyTasks(
    (_, added) => {
      for (const [name, task] of Object.entries(added)) tasks.set(name, task as Task)
    },
    { url: server.httpUrl, apiKey: server.key },
  )
  const commands = new Map<string, (...args: never[]) => unknown>()
  const ends: (() => void)[] = []
  const sent: Promise<unknown>[] = []
  const task = (name: string, argument: unknown): Promise<unknown> => {
    // What goes over to Node and back is JSON.
    const work = (tasks.get(name) as Task)(JSON.parse(JSON.stringify(argument))).then((answer) => {
      assert.notEqual(answer, undefined)
      return JSON.parse(JSON.stringify(answer))
    })
    sent.push(work)
    return work
  }
  const Cypress = { Commands: { add: (name: string, command: () => unknown) => commands.set(name, command) } }
  Object.assign(globalThis, { Cypress, cy: { task }, afterEach: (end: () => void) => ends.push(end) })
  addMayflyCommands()
  const run = (name: string, ...args: unknown[]) => (commands.get(name) as (...given: unknown[]) => unknown)(...args)
  const { address } = (await run('createInbox')) as { address: string }
  await mayfly.sendTestMail(address)
  const code = await run('mailCode', address, { timeout: 20_000 })
  assert.match(String(code), /^\d{6}$/)
  assert.match(String(await run('mailLink', address)), /^http/)
  assert.match(((await run('waitForMail', address)) as { subject: string }).subject, new RegExp(String(code)))
  for (const end of ends) end()
  await sent.at(-1)
  await noInboxLeft()
})
