export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Mail of our own to the people who use the service. */
export interface Outbound {
  /** Resolves when a server has taken it. */
  send(letter: Letter): Promise<void>
}
