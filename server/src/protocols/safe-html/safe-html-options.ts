export interface SafeHtmlOptions {
  /** Gives the address to show for a Content-ID, or null where there is no such part. */
  readonly cid: (contentId: string) => string | null
  /** Let remote images load (https/http), when the reader asked for it. */
  readonly remote: boolean
}
