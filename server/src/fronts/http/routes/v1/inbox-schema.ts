import { Type } from 'typebox'
import { MomentSchema, NullableMoment } from './moment-schema.ts'

const MAX_LABEL = 200
const MAX_TTL_SECONDS = 90 * 24 * 3_600

export const InboxSchema = Type.Object(
  {
    id: Type.String(),
    address: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
    created_at: MomentSchema,
    expires_at: MomentSchema,
    last_message_at: NullableMoment,
    message_count: Type.Integer(),
    unread_count: Type.Integer(),
    stored_bytes: Type.Integer(),
    cursor: Type.String({ description: 'For `after` of a wait: what comes from now on.' }),
  },
  { additionalProperties: false },
)

/** What can be said of an inbox when it is made, and later. */
export const InboxChangeFields = {
  label: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: MAX_LABEL })),
  ttl_seconds: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      maximum: MAX_TTL_SECONDS,
      description: "From now on; null leaves the inbox its plan's retention.",
    }),
  ),
}

export const InboxPath = Type.Object({ address: Type.String({ description: 'URL-encoded.' }) })
