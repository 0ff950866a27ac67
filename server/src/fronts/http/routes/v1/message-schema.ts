import { Type } from 'typebox'
import { AuthSchema } from './auth-schema.ts'
import { MomentSchema, NullableMoment } from './moment-schema.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])
const Texts = Type.Array(Type.String())
const CLOSED = { additionalProperties: false }

const CodeSchema = Type.Object(
  {
    value: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    source: Type.Enum(['subject', 'text', 'html']),
    superseded: Type.Boolean({ description: 'A newer message of the same sender carries a newer code.' }),
  },
  CLOSED,
)

const LinkSchema = Type.Object(
  {
    href: Type.String(),
    text: Type.String(),
    kind: Type.Enum(['verify', 'reset', 'login', 'unsubscribe', 'other']),
  },
  CLOSED,
)

const AttachmentSchema = Type.Object(
  {
    index: Type.Integer(),
    filename: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    content_id: NullableText,
    inline: Type.Boolean(),
  },
  CLOSED,
)

const codesFields = {
  id: Type.String(),
  inbox: Type.String(),
  inbox_id: Type.String(),
  seq: Type.Integer(),
  date: MomentSchema,
  from: Type.String(),
  codes: Type.Array(CodeSchema),
  links: Type.Array(LinkSchema),
}

const listedFields = {
  ...codesFields,
  from_name: Type.String(),
  to: Texts,
  subject: Type.String(),
  size_bytes: Type.Integer(),
  seen: Type.Boolean(),
  claimed_at: NullableMoment,
}

/** All that a key with the scope `codes` is shown of a message. */
export const CodesSchema = Type.Object(codesFields, CLOSED)

export const SummarySchema = Type.Object({ ...listedFields, attachment_count: Type.Integer() }, CLOSED)

export const MessageSchema = Type.Object(
  {
    ...listedFields,
    text: Type.String(),
    html: Type.String(),
    envelope: Type.Object({ from: Type.String(), to: Texts }, CLOSED),
    cc: Texts,
    reply_to: Texts,
    message_id_header: NullableText,
    in_reply_to: NullableText,
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, CLOSED)),
    attachments: Type.Array(AttachmentSchema),
    auth: AuthSchema,
    tls: Type.Union([Type.Object({ version: Type.String(), cipher: Type.String() }, CLOSED), Type.Null()]),
    encrypted: Type.Boolean(),
    timings: Type.Object({ accepted_at: MomentSchema, stored_at: MomentSchema }, CLOSED),
  },
  CLOSED,
)

export const ShownMessage = Type.Union([MessageSchema, CodesSchema])
export const ListedMessage = Type.Union([SummarySchema, CodesSchema])
