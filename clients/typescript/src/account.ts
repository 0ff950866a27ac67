/** Your plan, and what is used of it. */
export interface Account {
  readonly id: string
  readonly plan: 'free' | 'plus' | 'elite' | 'team'
  readonly createdAt: string
  readonly limits: {
    readonly requestsPerMinute: number
    readonly inboxes: number
    readonly retentionHours: number
    readonly messageBytes: number
    readonly storedBytes: number
    readonly webhookEndpoints: number
    readonly customDomains: number
    readonly members: number
    readonly openWaits: number
  }
  readonly usage: {
    readonly inboxes: number
    readonly storedBytes: number
    readonly members: number
    readonly openWaits: number
    readonly requests: { readonly remaining: number; readonly resetSeconds: number }
  }
}
