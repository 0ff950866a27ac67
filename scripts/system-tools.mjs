import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export function missingTools(names) {
  return names.filter((name) => !isOnPath(name))
}

/** Installs them where that is ours to do: as root on Debian. Quiet, unless it fails. */
export function installTools(names, packages) {
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  process.stderr.write(`Installing ${names.join(', ')} …\n`)
  const wanted = names.flatMap((name) => packages[name] ?? name)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...wanted]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' })
    // An index that could not be renewed may still know the package.
    if (status !== 0) process.stderr.write(`apt-get ${args[0]} failed:\n${stdout}${stderr}\n`)
  }
}

function isOnPath(name) {
  // sbin too: some users do not have it on their path, though its programs run for everybody.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
