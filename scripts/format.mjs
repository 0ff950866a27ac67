import { spawnSync } from 'node:child_process'
import { ROOT } from './root.mjs'

const { status } = spawnSync('node_modules/.bin/biome', ['check', '--write', '.'], { cwd: ROOT, stdio: 'inherit' })
process.exit(status ?? 1)
