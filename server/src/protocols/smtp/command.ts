export interface Command {
  /** In capitals; '' when the line does not start with a word. */
  readonly verb: string
  readonly args: string
}

const COMMAND = /^([A-Za-z0-9-]+)(?: +(.*))?$/s

/** RFC 5321 §2.4: the verb's case does not matter. */
export function parseCommand(line: string): Command {
  const found = COMMAND.exec(line)
  return { verb: found?.[1]?.toUpperCase() ?? '', args: found?.[2] ?? '' }
}
