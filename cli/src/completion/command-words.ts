import type { Command, Option } from 'commander'
import { listCommands, nameOf } from '../command-tree.ts'

export interface Word {
  readonly word: string
  readonly describes: string
}

/** What may follow a command. */
export interface CommandWords {
  /** `mayfly inbox`. */
  readonly path: string
  readonly subcommands: readonly Word[]
  readonly options: readonly Word[]
  /** For each option that takes one of a few values, those. */
  readonly choices: readonly { readonly option: string; readonly values: readonly string[] }[]
}

/** The whole command line as words, for shells. */
export function wordsOf(program: Command): readonly CommandWords[] {
  const globals = optionsOf(program).filter(({ long }) => long !== '--version')
  return listCommands(program).map((command) => {
    const own = command === program ? optionsOf(program) : [...optionsOf(command), ...globals]
    return {
      path: nameOf(command),
      subcommands: command.commands.map((child) => ({
        word: child.name(),
        describes: child.summary() || child.description(),
      })),
      options: [...own.map(({ long, description }) => ({ word: long ?? '', describes: description })), HELP],
      choices: choicesOf(command, own),
    }
  })
}

const HELP = { word: '--help', describes: 'Show this.' }

function optionsOf(command: Command): readonly Option[] {
  return command.options.filter(({ hidden }) => !hidden)
}

function choicesOf(command: Command, options: readonly Option[]): CommandWords['choices'] {
  const ofOptions = options.flatMap(({ long, argChoices }) =>
    argChoices ? [{ option: long ?? '', values: argChoices }] : [],
  )
  // What a first argument may be stands after the command's own name.
  const [argument] = command.registeredArguments
  return argument?.argChoices ? [...ofOptions, { option: command.name(), values: argument.argChoices }] : ofOptions
}
