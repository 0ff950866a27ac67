import type { Letter, Outbound } from '../../domain/outbound.ts'

/** Keeps what was sent, for tests. */
export class MemoryOutbound implements Outbound {
  readonly letters: Letter[] = []

  async send(letter: Letter): Promise<void> {
    this.letters.push(letter)
  }
}
