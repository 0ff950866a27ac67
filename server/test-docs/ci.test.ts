import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { Folder } from '../test/support/folder.ts'
import { freePort } from '../test/support/free-port.ts'
import { collect, launch } from '../test/support/mayflyd-command.ts'
import { waitUntil } from '../test/support/wait-until.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(new URL('../../docs/clients/ci.md', import.meta.url), 'utf8')

type Variables = Readonly<Record<string, string>>

interface Step {
  readonly run: string
  readonly env: Variables
}

interface Job {
  readonly env: Variables
  readonly steps: readonly Step[]
}

interface GitHubStep extends Partial<Step> {
  readonly if?: string
  readonly with?: Variables
}

function exampleOf(heading: string): string {
  const example = PAGE.split(`## ${heading}\n`)[1]?.match(/```yaml\n([\s\S]*?)```/)?.[1]
  assert.ok(example, heading)
  return example
}

/** What the runner does with a step that is not a command: the server is where the job will look for it. */
const CHECKED_OUT: Step = { run: `ln -s '${ROOT}' mayfly`, env: {} }

function readGitHub(): Job {
  const { env, steps } = parse(exampleOf('GitHub Actions')).jobs.test
  const commands = steps.flatMap(({ run, env = {}, if: condition, with: options }: GitHubStep) => {
    if (options?.path === 'mayfly') return [CHECKED_OUT]
    return run === undefined || condition !== undefined ? [] : [{ run, env }]
  })
  return { env, steps: commands }
}

function readGitLab(): Job {
  const { variables, before_script: before, script } = parse(exampleOf('GitLab')).test
  const [clone, ...rest] = [...before, ...script]
  assert.match(clone, /^git clone .* mayfly$/)
  // One shell runs all of them.
  return { env: variables, steps: [CHECKED_OUT, { run: rest.join('\n'), env: {} }] }
}

const TESTS = `
const headers = { 'X-API-KEY': process.env.MAYFLY_API_KEY }
const answer = await fetch(process.env.MAYFLY_URL + '/getMail?email=a@mayfly.test', { headers })
console.log('answered', answer.status, await answer.text())
`

/** Step after step, as the runner would, on ports and in a folder that are free here. */
async function runJob({ env, steps }: Job): Promise<string> {
  using folder = new Folder()
  writeFileSync(folder.join('package.json'), '{"type":"module","scripts":{"test":"node tests.js"}}')
  writeFileSync(folder.join('tests.js'), TESTS)
  const port = await freePort()
  const here = (text: string) => text.replaceAll('8025', String(port)).replaceAll('/tmp/mayfly', folder.join('data'))
  const ports = { MAYFLY_HTTP_PORT: String(port), MAYFLY_SMTP_PORT: '0', MAYFLY_IMAP_PORT: '0', MAYFLY_IMAPS_PORT: '0' }
  let said = ''
  const groups: number[] = []
  try {
    for (const step of steps) {
      const merged = Object.entries({ ...env, ...step.env }).map(([name, value]) => [name, here(String(value))])
      const script = `cd '${folder.path}' && unset NODE_TEST_CONTEXT\n${here(step.run)}`
      // In a group of its own, which ends as a whole.
      const child = launch('setsid', ['bash', '-ec', script], { ...Object.fromEntries(merged), ...ports })
      groups.push(child.pid as number)
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
      const [code] = await once(child, 'exit')
      said += stdout()
      assert.equal(code, 0, `${step.run}\n${stdout()}${stderr()}${readLog(folder)}`)
    }
  } finally {
    await Promise.all(groups.map(endGroup))
  }
  return said
}

function readLog(folder: Folder): string {
  const log = folder.join('mayfly.log')
  return existsSync(log) ? readFileSync(log, 'utf8') : ''
}

/** A runner throws the machine away; here the server is stopped, and waited for. */
async function endGroup(group: number): Promise<void> {
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return process.kill(-group, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
      throw error
    }
  }
  if (signal('SIGTERM')) await waitUntil('the server has stopped', async () => !signal(0))
}

for (const [name, read] of Object.entries({ 'GitHub Actions': readGitHub, GitLab: readGitLab })) {
  test(`the example for ${name} starts the server, and tests find it`, async () => {
    assert.match(await runJob(read()), /^answered 200 \[\]$/m)
  })
}
