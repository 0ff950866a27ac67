import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { ROOT } from './root.mjs'

const FOLDER = join(ROOT, 'dashboard')
const BUILT = join(FOLDER, 'dist')
/** The hash of the sources that it was built from. */
const STAMP = join(BUILT, '.built-from')
const LEFT_OUT = new Set(['dist', 'node_modules', 'test'])
/** Below this a header is larger than what is saved. */
const COMPRESSED_FROM = 512
/** Not the page itself: it is small, and compression beside what a visitor sends is what BREACH lives on. */
const COMPRESSIBLE = /\.(?:js|css|svg|webmanifest)$/

/** Builds the dashboard where its sources have changed. Gives a sentence where that fails, else null. */
export async function ensureDashboard(run, node) {
  if (!existsSync(join(FOLDER, 'vite.config.ts'))) return null
  const wanted = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === wanted) return null
  process.stderr.write('Building the dashboard (once) …\n')
  let output = ''
  const hear = (piece) => {
    output += piece
  }
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'dashboard']
  if ((await run(node, args, { stdio: ['ignore', 'pipe', 'pipe'] }, hear)) !== 0) {
    process.stderr.write(output)
    return 'the dashboard cannot be built, as it says above.'
  }
  compress()
  writeFileSync(STAMP, `${wanted}\n`)
  return null
}

/** Of every file that could change what is built, and of the versions of what builds it. */
function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const path of listFiles('').sort()) hash.update(`${path}\0`).update(readFileSync(join(FOLDER, path)))
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(join(FOLDER, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (LEFT_OUT.has(path)) return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** Once here, so that the server never has to. */
function compress() {
  for (const name of readdirSync(BUILT, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const path = join(BUILT, name)
    const body = readFileSync(path)
    if (body.length < COMPRESSED_FROM) continue
    const options = { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }
    writeFileSync(`${path}.br`, brotliCompressSync(body, options))
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
  }
}
