import type { Desk } from './command-reader.ts'
import type { Cursor } from './cursor.ts'
import type { Dialogue } from './dialogue.ts'
import type { Limits } from './limits.ts'
import { awaitsMessage, findObjection } from './perform.ts'
import type { BadCommand } from './refusal.ts'

/** What the reader of commands must know, as the dialogue stands. */
export class CommandDesk implements Desk {
  readonly #dialogue: Dialogue

  constructor(dialogue: Dialogue) {
    this.#dialogue = dialogue
  }

  get limits(): Limits {
    return this.#dialogue.setup.limits
  }

  get bounds(): Desk['bounds'] {
    const { limits } = this
    if (this.#dialogue.state !== 'not authenticated') return limits
    return { commandBytes: limits.greetingBytes, swallowBytes: limits.greetingBytes }
  }

  objection(verb: string): BadCommand | null {
    return findObjection(this.#dialogue.state, verb)
  }

  awaitsMessage(verb: string, cursor: Cursor): boolean {
    return awaitsMessage(verb, cursor)
  }

  async proceed(): Promise<void> {
    this.#dialogue.outlet.line('+ Ready for the literal')
  }
}
