import { spawnSync } from 'node:child_process'
import { ROOT } from './root.mjs'

spawnSync(process.execPath, ['scripts/rfc-coverage.mjs'], { cwd: ROOT, stdio: 'inherit' })
const { status } = spawnSync('node_modules/.bin/biome', ['check', '--write', '.'], { cwd: ROOT, stdio: 'inherit' })
process.exit(status ?? 1)
