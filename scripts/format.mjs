import { spawnSync } from 'node:child_process'
import { ROOT } from './root.mjs'

for (const script of ['scripts/rfc-coverage.mjs', 'scripts/openapi.mjs', 'scripts/cli-docs.mjs']) {
  spawnSync(process.execPath, [script], { cwd: ROOT, stdio: 'inherit' })
}
const { status } = spawnSync('node_modules/.bin/biome', ['check', '--write', '.'], { cwd: ROOT, stdio: 'inherit' })
process.exit(status ?? 1)
