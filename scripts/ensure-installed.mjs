import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const LOCK = join(ROOT, 'package-lock.json')
/** npm's own note of what is in node_modules. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')
/** The hash of the lock file that node_modules was made from. */
const STAMP = join(ROOT, 'node_modules', '.mayfly-installed')

/** Installs what is missing or of another version. Gives a sentence where that fails, else null. */
export async function ensureInstalled(run) {
  const lock = read(LOCK)
  if (lock === null) return 'package-lock.json is missing. Restore it from the repository.'
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (read(STAMP)?.trim() === wanted && read(INSTALLED) !== null) return null
  if (!matches(lock)) {
    process.stderr.write('Installing what Mayfly is built on (once) …\n')
    const code = await install(run)
    if (code !== 0) {
      return 'npm ci failed, as it says above. Check the network and the disk, then try again.'
    }
  }
  writeStamp(wanted)
  return null
}

/** True where somebody has run npm ci by hand. */
function matches(lock) {
  try {
    const wanted = JSON.parse(lock).packages
    const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages
    const needed = Object.entries(wanted).filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional)
    return (
      needed.every(([path, { version }]) => path in present && present[path].version === version) &&
      Object.entries(present).every(([path, { version }]) => wanted[path]?.version === version)
    )
  } catch {
    return false
  }
}

async function install(run) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // The npm that called us, on the Node that it runs on: the pinned Node is replaced meanwhile.
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const [file, ...first] = script && node ? [node, script] : ['npm']
  let output = ''
  const hear = (piece) => {
    output += piece
  }
  // Told only if it fails, and never on standard output, which belongs to the command that follows.
  const code = await run(file, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }, hear)
  if (code !== 0) process.stderr.write(output)
  return code
}

function writeStamp(hash) {
  try {
    writeFileSync(STAMP, `${hash}\n`)
  } catch {
    // A checkout that only others may write to: it is compared again next time.
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
