import { Type } from 'typebox'
import type { EventType } from '../../../../domain/event.ts'
import { DELIVERY_STATES, WEBHOOK_EVENTS, WEBHOOK_STATES } from '../../../../domain/webhook.ts'
import { MomentSchema, NullableMoment } from './moment-schema.ts'

const CLOSED = { additionalProperties: false }
const NullableText = Type.Union([Type.String(), Type.Null()])
const Event = Type.Unsafe<EventType>({ type: 'string', enum: [...WEBHOOK_EVENTS] })

const webhookFields = {
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Event),
  inbox_filter: Type.Union([Type.String(), Type.Null()], { description: 'One address alone; null for every inbox.' }),
  state: Type.Enum([...WEBHOOK_STATES]),
  paused_reason: Type.Union([Type.Enum(['failures', 'manual', 'plan']), Type.Null()]),
  consecutive_failures: Type.Integer({ description: 'Failed attempts since the last success. Ten of them pause it.' }),
  created_at: MomentSchema,
  last_success_at: NullableMoment,
  last_failure_at: NullableMoment,
}
export const WebhookSchema = Type.Object(webhookFields, CLOSED)
export const NewWebhookSchema = Type.Object(
  { ...webhookFields, secret: Type.String({ description: 'What deliveries are signed with.' }) },
  CLOSED,
)

export const SecretSchema = Type.Object(
  {
    secret: Type.String(),
    previous_secret: Type.Union([Type.String(), Type.Null()], { description: 'Holds too, until its moment.' }),
    previous_expires_at: NullableMoment,
  },
  CLOSED,
)

const MAX_DESCRIPTION = 200
const MAX_FILTER = 320

/** What can be said of an endpoint when it is made, and later. */
const wishFields = {
  description: Type.Optional(
    Type.String({ maxLength: MAX_DESCRIPTION, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
  ),
  events: Type.Optional(
    Type.Array(Event, { minItems: 1, uniqueItems: true, description: 'Without it, message.received.' }),
  ),
  inbox_filter: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_FILTER })),
}
const Url = Type.String({ description: 'https, without credentials or fragment.' })
export const WebhookWish = Type.Object({ url: Url, ...wishFields }, CLOSED)
export const WebhookChange = Type.Object({ url: Type.Optional(Url), ...wishFields }, CLOSED)

const MAX_OVERLAP_SECONDS = 30 * 86_400
export const RotateWish = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: 86_400,
        description: 'How long the secret before it holds too.',
      }),
    ),
  },
  CLOSED,
)
export const ResumeWish = Type.Object(
  {
    held: Type.Optional(
      Type.Unsafe<'deliver' | 'drop'>({
        type: 'string',
        enum: ['deliver', 'drop'],
        default: 'deliver',
        description: 'What becomes of the deliveries that waited.',
      }),
    ),
  },
  CLOSED,
)
export const RedeliverWish = Type.Object(
  {
    since: Type.String({ description: 'An RFC 3339 date-time.' }),
    states: Type.Optional(
      Type.Array(Type.Unsafe<'failed' | 'rejected'>({ type: 'string', enum: ['failed', 'rejected'] }), {
        minItems: 1,
        uniqueItems: true,
        description: 'Without it, those that failed.',
      }),
    ),
  },
  CLOSED,
)
export const Redelivered = Type.Object({ redelivered: Type.Integer() }, CLOSED)

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    at: MomentSchema,
    status: Type.Union([Type.Integer(), Type.Null()]),
    duration_ms: Type.Integer(),
    error: Type.Union([Type.String(), Type.Null()], { description: 'What kind of failure, where no answer came.' }),
    error_detail: NullableText,
    response: Type.Union([Type.String(), Type.Null()], {
      description: 'The first 16 KiB of the answer; in lists, the first 1 KiB.',
    }),
  },
  CLOSED,
)
const DeliveredEvent = Type.Enum([...WEBHOOK_EVENTS, 'test.ping'])
export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'The delivery_id of the payload, the same in every attempt.' }),
    webhook_id: Type.String(),
    event: DeliveredEvent,
    state: Type.Enum([...DELIVERY_STATES]),
    created_at: MomentSchema,
    next_attempt_at: NullableMoment,
    payload: Type.Object(
      {
        event: DeliveredEvent,
        delivery_id: Type.String(),
        timestamp: Type.Integer(),
        data: Type.Object({}, { description: 'As in the event of the stream.' }),
      },
      CLOSED,
    ),
    attempts: Type.Array(Attempt),
  },
  CLOSED,
)

export const IdPath = Type.Object({ id: Type.String() })
