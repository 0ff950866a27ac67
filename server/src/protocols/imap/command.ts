import type { Literal } from './command-reader.ts'
import type { Cursor } from './cursor.ts'
import type { Dialogue, State } from './dialogue.ts'

/** How a command ends well. */
export interface Completion {
  /** What stands behind OK, with its response code. */
  readonly text: string
  /** What the session does after saying so. */
  readonly after?: 'tls' | 'close'
}

export type Run = (dialogue: Dialogue, tag: string, upload: Literal | null) => Promise<Completion>

/** One command of the protocol. */
export interface Command {
  readonly states: readonly State[]
  /** Reads the arguments, and gives what is to be done. Throws BadCommand for what breaks the grammar. */
  parse(cursor: Cursor): Run
}

// RFC 3501 §6: where a command may be given.
export const ANY_STATE: readonly State[] = ['not authenticated', 'authenticated', 'selected']
export const NOT_AUTHENTICATED: readonly State[] = ['not authenticated']
export const AUTHENTICATED: readonly State[] = ['authenticated', 'selected']
export const SELECTED: readonly State[] = ['selected']
