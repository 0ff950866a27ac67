import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from '../test/support/mayflyd-command.ts'

const VERSION = 'v2.10.1'

/** A program of Pebble, the test authority of Let's Encrypt: built once for this user, and kept. */
export async function pebbleProgram(name: 'pebble' | 'pebble-challtestsrv'): Promise<string> {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mayfly', `pebble-${VERSION}`)
  const file = join(folder, name)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const { code, stderr } = await run('go', ['install', `github.com/letsencrypt/pebble/v2/cmd/${name}@${VERSION}`], '', {
    GOBIN: folder,
    GOFLAGS: '-mod=mod',
  })
  if (code !== 0) throw new Error(`${name} cannot be built: ${stderr}`)
  return file
}
