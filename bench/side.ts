/** What a load can be sent to. */
export interface Side {
  readonly name: 'bare' | 'empty' | 'full'
  readonly smtpPort: number
  readonly httpPort: number
  /** Of the process behind each port: two for the bare servers, the same for Mayfly. */
  readonly smtpPid: number
  readonly httpPid: number
}
