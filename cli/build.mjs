// Makes dist/mayfly.mjs: the client and all else inside, and beside it what only mayfly mcp needs, so that npx has nothing to fetch beside it.
import { chmodSync, copyFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const FOLDER = dirname(fileURLToPath(import.meta.url))
const DIST = join(FOLDER, 'dist')
/** What is inside, and goes with its licence. */
const INSIDE = ['commander', '@modelcontextprotocol/server', 'zod']

await build({
  input: join(FOLDER, 'src', 'mayfly.ts'),
  platform: 'node',
  transform: { target: 'node20' },
  output: { dir: DIST, entryFileNames: 'mayfly.mjs', chunkFileNames: '[name].mjs', format: 'esm', minify: true },
  logLevel: 'warn',
})
chmodSync(join(DIST, 'mayfly.mjs'), 0o755)
for (const name of INSIDE) {
  copyFileSync(join(FOLDER, '..', 'node_modules', name, 'LICENSE'), join(DIST, `${basename(name)}.LICENSE`))
}
