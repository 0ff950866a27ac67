import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** A Rust that rustup installed stands in the home of the user, whatever HOME is set to for this run. */
export function rustHome(): Record<string, string> {
  const home = join(userInfo().homedir, '.rustup')
  return process.env['RUSTUP_HOME'] === undefined && existsSync(home) ? { RUSTUP_HOME: home } : {}
}
