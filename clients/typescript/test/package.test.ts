import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signService } from '../../../server/src/protocols/webhook-signature/sign-service.ts'
import { Folder } from '../../../server/test/support/folder.ts'
import { collect, launch } from '../../../server/test/support/mayflyd-command.ts'
import { type RunningServer, startServer } from '../../../server/test/support/running-server.ts'
import { waitUntil } from '../../../server/test/support/wait-until.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BIN = join(ROOT, 'node_modules/.bin')

const NODES = { 'the Node of the tests': process.execPath, 'the Node of this machine': 'node' }

let server: RunningServer
const project = new Folder()

before(async () => {
  server = await startServer()
  await run('npm', ['pack', '--silent', '--pack-destination', project.path], PACKAGE)
  const [tarball = ''] = readdirSync(project.path).filter((name) => name.endsWith('.tgz'))
  writeFileSync(project.join('package.json'), '{"name":"empty","private":true,"type":"module"}')
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', `./${tarball}`], project.path)
})
after(async () => {
  await server[Symbol.asyncDispose]()
  project[Symbol.dispose]()
})

/** To its end; what it printed. Fails where it fails. */
async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { MAYFLY_URL: server.httpUrl, MAYFLY_API_KEY: server.key }
  // A child of a test file would report to it in a language of its own.
  const shell = ['-c', 'cd "$0" && unset NODE_TEST_CONTEXT && exec "$@"', cwd, file, ...args]
  const child = launch('sh', shell, env)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin?.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, `${file} ${args.join(' ')}: ${stdout()}${stderr()}`)
  return stdout()
}

function examples(path: string, language: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, tag, code = '']) =>
    tag === language ? code : [],
  )
}

test('the package holds what it promises, and no more', () => {
  const installed = project.join('node_modules/@mayfly/client')
  assert.deepEqual(readdirSync(installed).sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'])
  assert.deepEqual(readdirSync(project.join('node_modules')), ['.package-lock.json', '@mayfly'])
  const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' })
  assert.deepEqual(
    files.filter((name) => /\.test\.|\.tsbuildinfo$/.test(name)),
    [],
  )
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const entry of Object.values(exports).flatMap((value) => Object.values(Object(value)))) {
    if (String(entry).startsWith('./dist'))
      assert.ok(files.includes(String(entry).slice('./dist/'.length)), String(entry))
  }
})

for (const [name, node] of Object.entries(NODES)) {
  test(`the README's example works as printed, with ${name}`, async () => {
    const [example = assert.fail('no example')] = examples('clients/typescript/README.md', 'js')
    writeFileSync(project.join('example.mjs'), example)
    assert.match(await run(node, ['example.mjs'], project.path), /^\d{6}\n$/)
  })

  test(`the first test of docs/clients/typescript.md passes as printed, with ${name}`, async () => {
    const [example = assert.fail('no example')] = examples('docs/clients/typescript.md', 'js')
    writeFileSync(project.join('sign-up.test.mjs'), example)
    assert.match(await run(node, ['--test', '--test-reporter=tap', 'sign-up.test.mjs'], project.path), /^# pass 3$/m)
  })
}

test('the receiver of docs/clients/typescript.md takes what is signed, and refuses the rest', async (t) => {
  const example = examples('docs/clients/typescript.md', 'js').find((code) => code.includes('verifyWebhook'))
  writeFileSync(project.join('receiver.mjs'), example ?? assert.fail('no example'))
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
  const receiver = launch('sh', ['-c', 'cd "$0" && exec node receiver.mjs', project.path], {
    PORT: '0',
    WEBHOOK_SECRET: secret,
  })
  t.after(() => receiver.kill())
  const output = collect(receiver.stdout)
  const port = await waitUntil('it listens', () => /^Listening on (\d+)$/m.exec(output())?.[1])
  const post = (body: string, key: string) => {
    const headers = { 'x-service-signature': signService(key, Buffer.from(body)) }
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
  }
  const ping = (timestamp: number) => JSON.stringify({ event: 'test.ping', delivery_id: 'dlv_1', timestamp, data: {} })
  const now = Math.floor(Date.now() / 1_000)
  assert.equal((await post(ping(now), secret)).status, 200)
  assert.equal((await post(ping(now), `${secret}x`)).status, 401)
  assert.equal((await post(ping(now - 3_600), secret)).status, 401)
  assert.match(output(), /^test\.ping \{\}$/m)
})

test('no inbox of the examples is left', async () => {
  const answer = await fetch(`${server.httpUrl}/v1/inboxes`, { headers: { 'x-api-key': server.key } })
  assert.deepEqual(await answer.json(), { data: [], next_cursor: null })
})

test('the types hold in a strict project, in Node and in a browser', async () => {
  mkdirSync(project.join('types'))
  writeFileSync(
    project.join('types/use.ts'),
    `import { Mayfly, type ReceivedMessage, verifyWebhook, WaitTimeout } from '@mayfly/client'
     import { addMayflyCommands, addMayflyTasks } from '@mayfly/client/cypress'
     import { newInbox } from '@mayfly/client/node-test'
     import { mayflyFixtures as forPlaywright } from '@mayfly/client/playwright'
     import { mayflyFixtures as forVitest } from '@mayfly/client/vitest'
     export const all = [addMayflyCommands, addMayflyTasks, newInbox, forPlaywright, forVitest, verifyWebhook, WaitTimeout]
     const mayfly = new Mayfly({ apiKey: undefined })
     export const one: ReceivedMessage = await mayfly.wait('a@b.c', { subject: undefined })
     export const two: ReceivedMessage[] = await mayfly.wait('a@b.c', { count: 2 })
     for await (const { event, data } of mayfly.events()) if (event === 'message.received') data.subject satisfies string
     // @ts-expect-error: a number of milliseconds
     await mayfly.wait('a@b.c', { timeout: '30s' })
     // @ts-expect-error: no such filter
     await mayfly.wait('a@b.c', { form: 'x' })
    `,
  )
  const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [] }
  for (const [name, options] of Object.entries({
    node: { module: 'nodenext', target: 'es2023', lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'] },
    browser: {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['esnext', 'dom', 'dom.iterable'],
    },
  })) {
    const config = { compilerOptions: { ...strict, ...options }, include: ['types'] }
    writeFileSync(project.join(`tsconfig.${name}.json`), JSON.stringify(config))
    await run(join(BIN, 'tsc'), ['-p', `tsconfig.${name}.json`], project.path)
  }
})
