// Types, lint, and what is made from the code. All run, whatever the first one finds.
import { spawnSync } from 'node:child_process'
import { ROOT } from './root.mjs'

const CHECKS = [
  ['types', 'node_modules/.bin/tsc', ['-p', '.']],
  ['types of the dashboard', 'node_modules/.bin/tsc', ['-p', 'dashboard']],
  ['types of the command line', 'node_modules/.bin/tsc', ['-p', 'cli']],
  ['types of the client', 'node_modules/.bin/tsc', ['-p', 'clients/typescript']],
  ['lint', 'node_modules/.bin/biome', ['check', '--error-on-warnings', '.']],
  ['rfc coverage', process.execPath, ['scripts/rfc-coverage.mjs', '--check']],
  ['openapi', process.execPath, ['scripts/openapi.mjs', '--check']],
  ['docs of the command line', process.execPath, ['scripts/cli-docs.mjs', '--check']],
]

const failed = CHECKS.filter(([name, file, args]) => {
  const { status } = spawnSync(file, args, { cwd: ROOT, stdio: 'inherit' })
  process.stdout.write(`${name}: ${status === 0 ? 'good' : 'FAILED'}\n`)
  return status !== 0
})
process.exit(failed.length > 0 ? 1 : 0)
