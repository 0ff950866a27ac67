export interface Limits {
  /**
   * Before log-in, octets of one command with its literals, and of what is thrown away of a refused one: a name and a
   * secret are all there is to say.
   */
  readonly greetingBytes: number
  /** Octets of one command with its literals. RFC 7162 §4 asks for 8192 at least; clients send long lists of UIDs. */
  readonly commandBytes: number
  /** Octets of one literal that is not the message of an APPEND. */
  readonly literalBytes: number
  /** Octets of one message that APPEND may bring. */
  readonly messageBytes: number
  /** Literals of one command; one more closes. */
  readonly literals: number
  /** Octets that are read and thrown away of a refused command; one that has more coming closes (RFC 7888 §4). */
  readonly swallowBytes: number
  /** Octets received and not yet used, from which on the peer is not read: what bounds a pipeline. */
  readonly pipelineBytes: number
  /** Parentheses inside parentheses. */
  readonly depth: number
  /** Ranges in one sequence set. */
  readonly ranges: number
  /** Keys of one SEARCH, those inside others included. */
  readonly searchKeys: number
  /** Items of one FETCH, and header names in one of them. */
  readonly fetchItems: number
  /** Flags in one list. */
  readonly flags: number
  /** Octets of one keyword. */
  readonly flagBytes: number
  /** Characters of a mailbox name. */
  readonly mailboxName: number
  /** Milliseconds that one SEARCH may take. */
  readonly searchMs: number
  /** Commands answered with BAD; the last of them closes. */
  readonly badCommands: number
  /** Log-ins refused; the last of them closes. */
  readonly failedLogins: number
}

export const DEFAULT_LIMITS: Limits = {
  greetingBytes: 8 * 1024,
  commandBytes: 64 * 1024,
  literalBytes: 16 * 1024,
  literals: 300,
  messageBytes: 25 * 1024 * 1024,
  swallowBytes: 64 * 1024 * 1024,
  pipelineBytes: 64 * 1024,
  depth: 20,
  ranges: 10_000,
  searchKeys: 200,
  fetchItems: 200,
  flags: 100,
  flagBytes: 100,
  mailboxName: 500,
  searchMs: 30_000,
  badCommands: 10,
  failedLogins: 3,
}
