import type { Command } from 'commander'

/** The command and all below it, in the order of the help. */
export function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)]
}

/** `mayfly inbox new`. */
export function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
