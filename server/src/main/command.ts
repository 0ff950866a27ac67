import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { didYouMean } from './closest-match.ts'
import { UsageError } from './usage-error.ts'

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly describes: string
  /** How the help names the value. */
  readonly value?: string
  readonly required?: boolean
}

export interface CommandArguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly operands: readonly string[]
}

export interface Command {
  /** What is typed after `mayflyd`. */
  readonly usage: string
  readonly describes: string
  readonly options: Readonly<Record<string, Option>>
  /** The names of the words that it takes, all of them required. */
  readonly operands: readonly string[]
  run(given: CommandArguments): Promise<void>
}

export const JSON_OPTION: Option = { type: 'boolean', describes: 'Print JSON, for programs.' }
const HELP_OPTION = { type: 'boolean', short: 'h' } as const

/** Null where the help is asked for. */
export function parseCommandLine(command: Command, args: readonly string[]): CommandArguments | null {
  const { values, positionals } = parseOrComplain(command, args)
  if (values.help === true) return null
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && !values[name]) throw usageError(command, `--${name} is missing.`)
  }
  const missing = command.operands[positionals.length]
  if (missing) throw usageError(command, `${missing} is missing.`)
  const extra = positionals[command.operands.length]
  if (extra !== undefined) throw usageError(command, `"${extra}" is one word too many.`)
  return { options: values, operands: positionals }
}

export function commandHelp(command: Command): string {
  const rows = [
    ...Object.entries(command.options).map(([name, { value, describes }]) => [
      value ? `--${name} ${value}` : `--${name}`,
      describes,
    ]),
    ['--help', 'Show this.'],
  ] as [string, string][]
  const width = Math.max(...rows.map(([left]) => left.length))
  const options = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
  return `Usage: mayflyd ${command.usage}\n\n${command.describes}\n\nOptions:\n${options}`
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

function parseOrComplain(command: Command, args: readonly string[]): Parsed {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  )
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, help: HELP_OPTION }, allowPositionals: true })
    return parsed as Parsed
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1]
    if (!unknown) throw usageError(command, message.split('\n', 1)[0] as string)
    const known = [...Object.keys(command.options), 'help'].map((name) => `--${name}`)
    throw usageError(command, `There is no option ${unknown}.${didYouMean(unknown, known)}`)
  }
}

function usageError(command: Command, complaint: string): UsageError {
  const text = /[.!?]$/.test(complaint) ? complaint : `${complaint}.`
  return new UsageError(`${text} Usage: mayflyd ${command.usage}`)
}
