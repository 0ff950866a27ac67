import { commandHelp, parseCommandLine } from './command.ts'
import { COMMANDS } from './command-table.ts'
import { explainFailure } from './explain-failure.ts'
import { findCommand, generalHelp } from './find-command.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

const FAILED = 1
const MISUSED = 2

async function run(args: readonly string[]): Promise<void> {
  if (args[0] === '--version' || args[0] === '-v') return print(`${version()}\n`)
  if (['--help', '-h', 'help'].includes(args[0] ?? '')) return print(generalHelp())
  const found = findCommand(args)
  if (!found) return print(generalHelp(args.filter((word) => !word.startsWith('-')).join(' ')))
  const command = await COMMANDS[found.name]?.load()
  if (!command) return
  const given = parseCommandLine(command, found.rest)
  if (!given) return print(commandHelp(command))
  await command.run(given)
}

function print(text: string): void {
  process.stdout.write(text)
}

// Data, backups and keys are for this user alone.
process.umask(0o077)

// `mayflyd config | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`mayflyd: ${explainFailure(error)}\n`)
  process.exit(error instanceof UsageError ? MISUSED : FAILED)
}
