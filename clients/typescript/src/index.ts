export type { Account } from './account.ts'
export type { BoundInbox } from './bound-inbox.ts'
export type { CallOptions, CreateOptions } from './call.ts'
export type { DebugEvent } from './debug-event.ts'
export type { Deliveries } from './deliveries.ts'
export type { Domain, DomainRecord } from './domain.ts'
export type { Domains } from './domains.ts'
export {
  AuthenticationError,
  ConnectionError,
  type Fault,
  InvalidRequestError,
  MayflyError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  WebhookVerificationError,
} from './errors.ts'
export type { EventsOptions, MayflyEvent } from './events.ts'
export type { GetMailOptions } from './get-mail.ts'
export type { Inbox, InboxChange, NewInbox } from './inbox.ts'
export type { Inboxes } from './inboxes.ts'
export type { CreatedKey, Key, KeyScope, Keys } from './keys.ts'
export type { Listing, ListOptions, Page } from './listing.ts'
export { Mayfly, type RawCall } from './mayfly.ts'
export type {
  Attachment,
  AuthResult,
  AuthVerdict,
  Code,
  Link,
  LinkKind,
  Mail,
  Message,
  MessageAuth,
  MessageCodes,
  MessageSummary,
} from './message.ts'
export type { MessageFilter } from './message-filter.ts'
export type { MessageListOptions, Messages } from './messages.ts'
export type { MayflyOptions } from './settings.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'
export type { ReceivedMessage, WaitForManyOptions, WaitOptions } from './wait.ts'
export type { CodeOptions } from './wait-for-code.ts'
export type { LinkOptions } from './wait-for-link.ts'
export { type NearMiss, type Refusal, WaitTimeout } from './wait-timeout.ts'
export type {
  CreatedWebhook,
  Delivery,
  DeliveryAttempt,
  InboxCreated,
  MessageReceived,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookEventType,
  WebhookSecret,
} from './webhook.ts'
export type { Webhooks } from './webhooks.ts'
