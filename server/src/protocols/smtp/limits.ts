export interface Limits {
  /** Octets of one message, without dot stuffing (RFC 1870 §5). */
  readonly messageBytes: number
  /** RFC 5321 §4.5.3.1.8: never below 100. */
  readonly recipients: number
  /** Octets of one command line with its CRLF. RFC 5321 §4.5.3.1.4 says 512, and more for each extension. */
  readonly commandLine: number
  /** Protocol errors that are answered; the next one closes. */
  readonly badCommands: number
  /** Commands of one connection that are answered; the next one closes. Also what bounds unread replies. */
  readonly commands: number
  /** Octets of one line of the message with its line end. RFC 5321 §4.5.3.1.6 says 1000; senders exceed it. */
  readonly textLine: number
}

export const DEFAULT_LIMITS: Limits = {
  messageBytes: 25 * 1024 * 1024,
  recipients: 100,
  commandLine: 4096,
  badCommands: 10,
  commands: 10_000,
  textLine: 64 * 1024,
}
