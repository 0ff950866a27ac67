import { homedir, hostname, release, type } from 'node:os'
import { isAbsolute, join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** What the command line finds around itself. Nothing else reads the environment. */
export interface Surroundings {
  readonly env: Env
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly platform: NodeJS.Platform
  readonly host: string
  readonly system: string
  readonly configFile: string
}

export function lookAround(): Surroundings {
  const { env, stdin, stdout, stderr, platform } = process
  return {
    env,
    stdin,
    stdout,
    stderr,
    platform,
    host: hostname(),
    system: `${type()} ${release()}`,
    configFile: configFileIn(env, homedir()),
  }
}

/** XDG Base Directory: a path that is not absolute is to be taken as if it were not set. */
export function configFileIn(env: Env, home: string): string {
  const folder = env['XDG_CONFIG_HOME'] ?? ''
  return join(isAbsolute(folder) ? folder : join(home, '.config'), 'mayfly', 'config.json')
}
