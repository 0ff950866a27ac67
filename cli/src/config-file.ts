import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from './failure.ts'

export interface Config {
  /** The server that was signed in to last. */
  readonly url?: string
  /** For each server its token: one server never sees another's. */
  readonly tokens: Readonly<Record<string, string>>
}

export function readConfig(file: string): Config {
  const text = readText(file)
  if (text === null) return { tokens: {} }
  const config = parse(text)
  if (!config) {
    throw new Failure(`${file} is not as mayfly writes it. Mend it, or delete it and run mayfly login.`)
  }
  return config
}

/** In one step, so that a crash leaves the old file or the new one; for this user alone. */
export function writeConfig(file: string, config: Config): void {
  const written = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(written, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(written, file)
  } catch (error) {
    rmSync(written, { force: true })
    throw new Failure(`${file} cannot be written (${codeOf(error)}). Set XDG_CONFIG_HOME to a folder that can be.`)
  }
}

/** Remembers the token, and makes its server the one that is meant from now on. */
export function keepToken(file: string, url: string, token: string): void {
  const { tokens } = readConfig(file)
  writeConfig(file, { url, tokens: { ...tokens, [url]: token } })
}

export function forgetToken(file: string, url: string): void {
  const { tokens, ...rest } = readConfig(file)
  const kept = Object.entries(tokens).filter(([server]) => server !== url)
  writeConfig(file, { ...rest, tokens: Object.fromEntries(kept) })
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new Failure(`${file} cannot be read (${codeOf(error)}). Give yourself the right to read it.`)
  }
}

function parse(text: string): Config | null {
  try {
    const { url, tokens = {} } = JSON.parse(text)
    const isConfig =
      (url === undefined || typeof url === 'string') &&
      typeof tokens === 'object' &&
      Object.values(tokens).every((token) => typeof token === 'string')
    return isConfig ? { ...(url !== undefined && { url }), tokens } : null
  } catch {
    return null
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
