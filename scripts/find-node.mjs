import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.mjs'

const OLDEST = 24

/** The Node to run on: the pinned one, else the one that runs this; null where neither will do. */
export function findNode() {
  const pinned = join(ROOT, 'node_modules', '.bin', 'node')
  if (isExecutable(pinned) && major(pinnedVersion()) >= OLDEST) return pinned
  return major(process.versions.node) >= OLDEST ? process.execPath : null
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Read from its package, since asking the program itself would take longer than some commands. */
function pinnedVersion() {
  try {
    return JSON.parse(readFileSync(join(ROOT, 'node_modules', 'node', 'package.json'), 'utf8')).version
  } catch {
    return '0'
  }
}

function major(version) {
  return Number.parseInt(version, 10)
}
