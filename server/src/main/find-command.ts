import { closestMatch } from './closest-match.ts'
import { COMMANDS } from './command-table.ts'
import { UsageError } from './usage-error.ts'

export interface FoundCommand {
  readonly name: string
  readonly rest: readonly string[]
}

/** Which command the words name, and what is left for it. Null where only part of a name was given. */
export function findCommand(args: readonly string[]): FoundCommand | null {
  const end = args.findIndex((word) => word.startsWith('-'))
  const words = args.slice(0, end < 0 ? args.length : end)
  if (words.length === 0) return { name: 'serve', rest: args }
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    if (name in COMMANDS) return { name, rest: args.slice(count) }
  }
  const typed = words.join(' ')
  if (Object.keys(COMMANDS).some((name) => name.startsWith(`${typed} `))) return null
  throw new UsageError(`There is no command "${typed}".${suggestion(words)} mayflyd --help lists them all.`)
}

/** Operands may follow a misspelled command, so each length of the words is compared. */
function suggestion(words: readonly string[]): string {
  const names = Object.keys(COMMANDS)
  for (let count = words.length; count > 0; count--) {
    const match = closestMatch(words.slice(0, count).join(' '), names)
    if (match) return ` Did you mean "${match}"?`
  }
  return ''
}

/** The help for everything, or for the commands that begin with the given words. */
export function generalHelp(beginning = ''): string {
  const entries = Object.entries(COMMANDS).filter(([name]) => name.startsWith(beginning))
  const width = Math.max(...entries.map(([name]) => name.length))
  const lines = entries.map(([name, { describes }]) => `  ${name.padEnd(width)}  ${describes}\n`).join('')
  return `Usage: mayflyd [command] [options]\n\nCommands:\n${lines}\nmayflyd COMMAND --help says more about one. Settings are environment variables: see mayflyd config.\n`
}
