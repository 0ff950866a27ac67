import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signService } from '../../server/src/protocols/webhook-signature/sign-service.ts'
import { Folder } from '../../server/test/support/folder.ts'
import { collect, type Env, launch } from '../../server/test/support/mayflyd-command.ts'
import { type RunningServer, startServer } from '../../server/test/support/running-server.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'

const PACKAGE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WITH_SERVER = join(ROOT, 'clients/scenarios/with-server.ts')

const folder = new Folder()
const tools = folder.join('tools/bin')
after(() => folder[Symbol.dispose]())

/** To its end; what it printed. Fails where it fails. */
async function run(file: string, args: readonly string[], cwd: string, env: Env = {}): Promise<string> {
  // Nothing is written beside the sources. A child of a test file would report to it in a language of its own.
  const shell = ['-c', 'cd "$0" && unset NODE_TEST_CONTEXT && exec "$@"', cwd, file, ...args]
  const child = launch('sh', shell, { PYTHONDONTWRITEBYTECODE: '1', ...env })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin?.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, `${file} ${args.join(' ')}: ${stdout()}${stderr()}`)
  return stdout()
}

/** An environment with nothing in it but pip. On Debian, `venv` is a package of its own: python3-venv. */
async function makeEnvironment(name: string, ...packages: readonly string[]): Promise<void> {
  await run('python3', ['-m', 'venv', folder.join(name)], PACKAGE)
  await run(folder.join(name, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], PACKAGE)
}

function examples(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
}

before(async () => {
  await makeEnvironment('tools', '--requirement', 'requirements-dev.txt')
  await run(join(tools, 'pip'), ['install', '--quiet', '--no-build-isolation', '--editable', '.'], PACKAGE)
})

// The package is tried while the tests run: each leaves a processor idle now and then.
describe('Python', { concurrency: 2 }, () => {
  test('the tests pass, with the scenarios against a real server', async () => {
    const command = [join(tools, 'python'), '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--durations=5']
    const output = await run(process.execPath, [WITH_SERVER, ...command], PACKAGE)
    assert.match(output, /^\d{3,} passed in /m, output)
    process.stdout.write(output)
  })

  describe('the sources and the package', { concurrency: 1 }, () => {
    let server: RunningServer
    let env: Env
    const python = folder.join('project/bin/python')

    before(async () => {
      server = await startServer()
      env = { MAYFLY_URL: server.httpUrl, MAYFLY_API_KEY: server.key }
    })
    after(() => server[Symbol.asyncDispose]())

    test('lint', async () => {
      await run(join(tools, 'ruff'), ['check', '--no-cache', '.'], PACKAGE)
      await run(join(tools, 'ruff'), ['format', '--no-cache', '--check', '.'], PACKAGE)
    })

    test('types', async () => {
      await run(join(tools, 'mypy'), ['--cache-dir', folder.join('types')], PACKAGE)
    })

    test('wheel and sdist hold what they promise, and no more', async () => {
      const dist = folder.join('dist')
      await run(join(tools, 'python'), ['-m', 'build', '--no-isolation', '--outdir', dist, '.'], PACKAGE)
      assert.deepEqual(readdirSync(dist).sort(), ['mayfly-0.1.0-py3-none-any.whl', 'mayfly-0.1.0.tar.gz'])
      const inWheel = await run(
        'python3',
        ['-m', 'zipfile', '--list', join(dist, 'mayfly-0.1.0-py3-none-any.whl')],
        dist,
      )
      for (const name of ['mayfly/py.typed', 'mayfly/pytest_plugin.py', 'mayfly-0.1.0.dist-info/licenses/LICENSE'])
        assert.ok(inWheel.includes(`\n${name} `), name)
      assert.doesNotMatch(inWheel, /\/test_|conftest|__pycache__/)
      const inSdist = await run('python3', ['-m', 'tarfile', '--list', join(dist, 'mayfly-0.1.0.tar.gz')], dist)
      for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'pyproject.toml'])
        assert.ok(inSdist.includes(`mayfly-0.1.0/${name}`), name)
      assert.doesNotMatch(inSdist, /__pycache__|tests|\.ts/)
    })

    test('it installs into an empty project, with httpx alone', async () => {
      await makeEnvironment('project', folder.join('dist/mayfly-0.1.0-py3-none-any.whl'))
      const show =
        'import importlib.metadata as m; print(m.metadata("mayfly")["License-Expression"], *m.requires("mayfly"))'
      assert.equal(await run(python, ['-c', show], folder.path), 'Apache-2.0 anyio>=4 httpx<1,>=0.27\n')
    })

    test('the README’s examples work as printed', async () => {
      const [first = assert.fail('no example')] = examples('clients/python/README.md')
      const inLoop = examples('clients/python/README.md').find((code) => code.includes('asyncio.run')) ?? assert.fail()
      for (const example of [first, inLoop]) {
        writeFileSync(folder.join('example.py'), example)
        assert.match(await run(python, ['-W', 'error', 'example.py'], folder.path, env), /^\d{6}\n$/)
      }
    })

    test('the types hold in a strict project', async () => {
      const [first = ''] = examples('clients/python/README.md')
      const wrong = [
        'with Mayfly() as m:',
        '    m.wait("a@b.c", timeout="30s")  # type: ignore[arg-type]',
        '    m.wait("a@b.c", form="x")  # type: ignore[call-arg]',
        '    subject: str = m.wait("a@b.c", timeout=1).subject',
        '    codes: list[str] = [c.value for one in m.messages.list("a@b.c") for c in one.codes]',
      ]
      mkdirSync(folder.join('strict'))
      writeFileSync(folder.join('strict/use.py'), `${first}\n\n${wrong.join('\n')}\n`)
      const mypy = ['--strict', '--python-executable', python, '--cache-dir', folder.join('types'), 'use.py']
      await run(join(tools, 'mypy'), mypy, folder.join('strict'))
    })

    test('the tests of docs/clients/python.md pass as printed', async () => {
      await run(folder.join('project/bin/pip'), ['install', '--quiet', 'pytest'], PACKAGE)
      const [signUp = '', inLoop = '', options = ''] = examples('docs/clients/python.md')
      mkdirSync(folder.join('docs'))
      for (const [name, code] of Object.entries({
        'test_sign_up.py': signUp,
        'test_async.py': inLoop,
        'conftest.py': options,
      }))
        writeFileSync(folder.join('docs', name), code)
      const output = await run(python, ['-m', 'pytest', '-q', '-W', 'error'], folder.join('docs'), env)
      assert.match(output, /^4 passed/m)
    })

    test('the receiver of docs/clients/python.md takes what is signed, and refuses the rest', async (t) => {
      const example = examples('docs/clients/python.md').find((code) => code.includes('verify_webhook'))
      writeFileSync(folder.join('receiver.py'), example ?? assert.fail('no example'))
      const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='
      const receiver = launch(python, [folder.join('receiver.py')], { PORT: '0', WEBHOOK_SECRET: secret })
      t.after(() => receiver.kill())
      const output = collect(receiver.stdout)
      const port = await waitUntil('it listens', () => /^Listening on (\d+)$/m.exec(output())?.[1])
      const post = async (body: string, key: string): Promise<number> => {
        const headers = { 'x-service-signature': signService(key, Buffer.from(body)) }
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
      }
      const data = { endpoint_id: 'whk_1', message: 'hello' }
      const ping = (timestamp: number): string =>
        JSON.stringify({ event: 'test.ping', delivery_id: 'dlv_1', timestamp, data })
      const now = Math.floor(Date.now() / 1_000)
      assert.equal(await post(ping(now), secret), 200)
      assert.equal(await post(ping(now), `${secret}x`), 401)
      assert.equal(await post(ping(now - 3_600), secret), 401)
      assert.match(output(), /^test\.ping TestPing\(endpoint_id='whk_1', message='hello'\)$/m)
    })

    test('no inbox of the examples is left', async () => {
      const answer = await fetch(`${server.httpUrl}/v1/inboxes`, { headers: { 'x-api-key': server.key } })
      assert.deepEqual(await answer.json(), { data: [], next_cursor: null })
    })
  })
})
