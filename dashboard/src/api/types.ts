import type { Static } from 'typebox'
import type { AccountSchema, LimitsSchema } from '../../../server/src/fronts/http/routes/v1/account.ts'
import type { InboxSchema } from '../../../server/src/fronts/http/routes/v1/inbox-schema.ts'
import type { KeySchema, NewKeySchema } from '../../../server/src/fronts/http/routes/v1/keys.ts'
import type { MessageSchema, SummarySchema } from '../../../server/src/fronts/http/routes/v1/message-schema.ts'
import type { AuditSchema } from '../../../server/src/fronts/http/routes/v1/people/audit.ts'
import type { DeviceSchema } from '../../../server/src/fronts/http/routes/v1/people/devices.ts'
import type { InviteSchema } from '../../../server/src/fronts/http/routes/v1/people/invites.ts'
import type { MemberSchema } from '../../../server/src/fronts/http/routes/v1/people/members.ts'
import type { OperatorAccountSchema, StatusSchema } from '../../../server/src/fronts/http/routes/v1/people/operator.ts'
import type { SessionSchema } from '../../../server/src/fronts/http/routes/v1/people/session.ts'

/** What the server says and takes, in the server's own schemas. */
export type Inbox = Static<typeof InboxSchema>
export type Message = Static<typeof MessageSchema>
export type Summary = Static<typeof SummarySchema>
export type Account = Static<typeof AccountSchema>
export type ApiKey = Static<typeof KeySchema>
export type NewApiKey = Static<typeof NewKeySchema>
export type Code = Message['codes'][number]
export type MailLink = Message['links'][number]

export interface Page<T> {
  readonly data: readonly T[]
  readonly next_cursor: string | null
}

export type Role = Session['user']['role']
export type PlanName = Account['plan']

export type Session = Static<typeof SessionSchema>

export interface SignedInSession {
  id: string
  created_at: string
  last_seen_at: string
  address: string
  user_agent: string
  current: boolean
}

export type Member = Static<typeof MemberSchema>

/** The link is there once, in the answer that made it. */
export type Invite = Static<typeof InviteSchema> & { readonly url?: string }

export type AuditEntry = Static<typeof AuditSchema>

export type Device = Static<typeof DeviceSchema>

export interface DeviceAsk {
  host: string
  system: string
  address: string
  user_code: string
  expires_at: string
}

export interface Webhook {
  id: string
  url: string
  description: string
  events: string[]
  inbox_filter: string | null
  state: 'active' | 'paused'
  paused_reason: string | null
  consecutive_failures: number
  created_at: string
  last_success_at: string | null
  last_failure_at: string | null
}

export interface DeliveryAttempt {
  number: number
  at: string
  status: number | null
  duration_ms: number
  error: string | null
  error_detail: string | null
  response: string | null
}

export type DeliveryState = 'pending' | 'retrying' | 'delivered' | 'rejected' | 'failed' | 'held' | 'dropped'

export interface Delivery {
  id: string
  webhook_id: string
  event: string
  state: DeliveryState
  created_at: string
  next_attempt_at: string | null
  payload: unknown
  attempts: DeliveryAttempt[]
}

export type Plan = Static<typeof LimitsSchema> & { readonly price_eur: number }

export type OperatorAccount = Static<typeof OperatorAccountSchema>

export type OperatorStatus = Static<typeof StatusSchema>

export interface InviteAsk {
  account: string
  role: Role
  email: string | null
}

export type PlanTable = Readonly<Record<PlanName, Plan>>

export interface TotpSecret {
  secret: string
  otpauth_url: string
}
