import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signService } from '../../../server/src/protocols/webhook-signature/sign-service.ts'
import { Folder } from '../../../server/test/support/folder.ts'
import { collect, launch } from '../../../server/test/support/mayflyd-command.ts'
import { waitUntil } from '../../../server/test/support/wait-until.ts'
import { ScenarioBench } from '../../scenarios/scenario-bench.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MODULE = fileURLToPath(new URL('..', import.meta.url))
const TESTS = fileURLToPath(new URL('.', import.meta.url))
const VERSION = 'v0.1.0'
/** Where nothing is built yet, Go builds its standard library and the linter. */
const BUILDING = { timeout: 600_000 }

let bench: ScenarioBench
const folder = new Folder()
const [project, proxy] = [folder.join('project'), folder.join('proxy')]

before(async () => {
  bench = await ScenarioBench.open()
  mkdirSync(project)
})
after(async () => {
  await bench[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

type Env = Readonly<Record<string, string>>

/** To its end; what it printed. Fails where it fails. */
async function run(cwd: string, env: Env, file: string, ...args: string[]): Promise<string> {
  const child = launch('sh', ['-c', 'cd "$0" && exec "$@"', cwd, file, ...args], { ...bench.environment, ...env })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin?.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, `${file} ${args.join(' ')}: ${stdout()}${stderr()}`)
  return stdout()
}

const go = (cwd: string, env: Env, ...args: string[]): Promise<string> => run(cwd, env, 'go', ...args)

test('gofmt has nothing to change', async () => {
  assert.equal(await run(MODULE, {}, 'gofmt', '-l', '.'), '')
})

// Two at once: the linter is built while the tests run.
describe('the code', { concurrency: 2 }, () => {
  for (const [name, path] of Object.entries({ 'the module': MODULE, 'its tests': TESTS })) {
    test(`go vet and go test: ${name}`, BUILDING, async () => {
      // Without -race: the standard library would have to be built a second time for it.
      await go(path, {}, 'vet', './...')
      const output = await go(path, {}, 'test', '-count=1', '-v', './...')
      assert.doesNotMatch(output, /^\s*--- SKIP/m)
      const passed = [...output.matchAll(/^\s*--- PASS: (\S+)/gm)].map(([, test]) => test)
      const expected = path === TESTS ? scenarios() : ['TestExamples/Example', 'TestFailureSaysWhatCame']
      for (const one of expected) assert.ok(passed.includes(one), `${one} was not run`)
    })

    test(`staticcheck finds nothing: ${name}`, BUILDING, async () => {
      await go(path, {}, 'tool', `-modfile=${join(TESTS, 'go.mod')}`, 'staticcheck', './...')
    })
  }
})

function scenarios(): string[] {
  const files = readdirSync(join(ROOT, 'clients/scenarios')).filter((name) => name.endsWith('.json'))
  const names = files.filter((name) => name !== 'webhook-signatures.json').map((name) => name.slice(0, -'.json'.length))
  return ['TestWebhookSignatures', 'TestParallelWaits', ...names.map((name) => `TestScenarios/${name}`)]
}

function examples(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/^```go\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

async function countInboxes(): Promise<number> {
  const answer = await fetch(`${bench.server.httpUrl}/v1/account`, { headers: { 'x-api-key': bench.server.key } })
  return ((await answer.json()) as { usage: { inboxes: number } }).usage.inboxes
}

test('the module as it is published, in an empty project', BUILDING, async (t) => {
  const inboxesBefore = await countInboxes()
  await go(TESTS, {}, 'run', './modulezip', MODULE, VERSION, proxy)
  // Nothing comes from elsewhere: the library needs nothing but itself. A module cache is read-only unless told otherwise.
  const env = { GOPROXY: `file://${proxy}`, GOSUMDB: 'off', GOFLAGS: '-modcacherw', GOMODCACHE: folder.join('modules') }
  await go(project, env, 'mod', 'init', 'example.com/acme')
  await go(project, env, 'get', 'github.com/mayfly-mail/mayfly-go')

  await t.test('it holds what it promises, and no more', async () => {
    const path = (await go(project, env, 'list', '-m', '-f', '{{.Dir}}', 'github.com/mayfly-mail/mayfly-go')).trim()
    const files = readdirSync(path)
    for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'go.mod', 'mayflytest']) assert.ok(files.includes(name))
    assert.ok(!files.includes('test') && !files.includes('go.sum'))
    assert.match(readFileSync(join(path, 'doc.go'), 'utf8'), new RegExp(`Version = "${VERSION.slice(1)}"`))
  })

  await t.test("the README's example works as printed", async () => {
    writeFileSync(join(project, 'main.go'), examples('clients/go/README.md')[0] ?? assert.fail('no example'))
    assert.match(await go(project, env, 'run', '.'), /^\d{6}\n$/)
  })

  await t.test('the first test of docs/clients/go.md passes as printed', async () => {
    mkdirSync(join(project, 'acme'))
    const [example = assert.fail('no example')] = examples('docs/clients/go.md')
    writeFileSync(join(project, 'acme/sign_up_test.go'), example)
    const output = await go(project, env, 'test', '-v', './acme')
    assert.equal(output.match(/^--- PASS/gm)?.length, 3)
  })

  await t.test('the receiver of docs/clients/go.md takes what is signed, and refuses the rest', async (inner) => {
    mkdirSync(join(project, 'receiver'))
    writeFileSync(join(project, 'receiver/main.go'), examples('docs/clients/go.md')[1] ?? assert.fail('no example'))
    const program = folder.join('receiver')
    // Built first: `go run` would leave its program running when it is killed.
    await go(project, env, 'build', '-o', program, './receiver')
    const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
    const receiver = launch(program, [], { PORT: '0', WEBHOOK_SECRET: secret })
    inner.after(() => receiver.kill())
    const output = collect(receiver.stdout)
    const address = await waitUntil('it listens', () => /^Listening on (\S+)$/m.exec(output())?.[1])
    const post = async (body: string, key: string): Promise<number> => {
      const headers = { 'x-service-signature': signService(key, Buffer.from(body)) }
      return (await fetch(`http://${address}/`, { method: 'POST', headers, body })).status
    }
    const ping = (timestamp: number) =>
      JSON.stringify({ event: 'test.ping', delivery_id: 'dlv_1', timestamp, data: {} })
    const now = Math.floor(Date.now() / 1_000)
    assert.equal(await post(ping(now), secret), 204)
    assert.equal(await post(ping(now), `${secret}x`), 401)
    assert.equal(await post(ping(now - 3_600), secret), 401)
    assert.match(output(), /^test\.ping$/m)
  })

  assert.equal(await countInboxes(), inboxesBefore, 'the examples leave inboxes behind')
})
