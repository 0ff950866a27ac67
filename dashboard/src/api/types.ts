import type { Static } from 'typebox'
import type { AccountSchema, LimitsSchema } from '../../../server/src/fronts/http/routes/v1/account.ts'
import type { DomainSchema } from '../../../server/src/fronts/http/routes/v1/domain-schema.ts'
import type { InboxSchema } from '../../../server/src/fronts/http/routes/v1/inbox-schema.ts'
import type { KeySchema, NewKeySchema } from '../../../server/src/fronts/http/routes/v1/keys.ts'
import type { MessageSchema, SummarySchema } from '../../../server/src/fronts/http/routes/v1/message-schema.ts'
import type { AuditSchema } from '../../../server/src/fronts/http/routes/v1/people/audit.ts'
import type { DeviceSchema } from '../../../server/src/fronts/http/routes/v1/people/devices.ts'
import type { InviteSchema } from '../../../server/src/fronts/http/routes/v1/people/invites.ts'
import type { MemberSchema } from '../../../server/src/fronts/http/routes/v1/people/members.ts'
import type { OperatorAccountSchema, StatusSchema } from '../../../server/src/fronts/http/routes/v1/people/operator.ts'
import type { SessionSchema } from '../../../server/src/fronts/http/routes/v1/people/session.ts'
import type {
  DeliverySchema,
  NewWebhookSchema,
  SecretSchema,
  WebhookSchema,
  WebhookWish as WebhookWishSchema,
} from '../../../server/src/fronts/http/routes/v1/webhook-schema.ts'

/** What the server says and takes, in the server's own schemas. */
export type Inbox = Static<typeof InboxSchema>
export type Message = Static<typeof MessageSchema>
export type Summary = Static<typeof SummarySchema>
export type Code = Message['codes'][number]
export type MailLink = Message['links'][number]

export type Session = Static<typeof SessionSchema>
export type Role = Session['user']['role']
export type Account = Static<typeof AccountSchema>
export type Plan = Static<typeof LimitsSchema> & { readonly price_eur: number }
export type PlanTable = Readonly<Record<Account['plan'], Plan>>

export type ApiKey = Static<typeof KeySchema>
export type NewApiKey = Static<typeof NewKeySchema>
export type Device = Static<typeof DeviceSchema>
export type Member = Static<typeof MemberSchema>
/** The link is there once, in the answer that made it. */
export type Invite = Static<typeof InviteSchema> & { readonly url?: string }
export type AuditEntry = Static<typeof AuditSchema>
export type OperatorAccount = Static<typeof OperatorAccountSchema>
export type OperatorStatus = Static<typeof StatusSchema>

export type Domain = Static<typeof DomainSchema>
export type DomainRecord = Domain['records'][number]

export type Webhook = Static<typeof WebhookSchema>
export type NewWebhook = Static<typeof NewWebhookSchema>
export type WebhookWish = Static<typeof WebhookWishSchema>
export type WebhookSecret = Static<typeof SecretSchema>
export type Delivery = Static<typeof DeliverySchema>
export type DeliveryState = Delivery['state']
export type DeliveryAttempt = Delivery['attempts'][number]

export interface Page<T> {
  readonly data: readonly T[]
  readonly next_cursor: string | null
}

/** Those below are known to their routes alone. */
export interface SignedInSession {
  readonly id: string
  readonly created_at: string
  readonly last_seen_at: string
  readonly address: string
  readonly user_agent: string
  readonly current: boolean
}

export interface DeviceAsk {
  readonly host: string
  readonly system: string
  readonly address: string
  readonly user_code: string
  readonly expires_at: string
}

export interface InviteAsk {
  readonly account: string
  readonly role: Role
  readonly email: string | null
}

export interface TotpSecret {
  readonly secret: string
  readonly otpauth_url: string
}
