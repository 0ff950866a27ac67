import { Type } from 'typebox'
import { DOMAIN_STATES, RECORD_PURPOSES, RECORD_STATUSES, RECORD_TYPES } from '../../../../domain/custom-domain.ts'
import { MomentSchema, NullableMoment } from './moment-schema.ts'

const CLOSED = { additionalProperties: false }

const DnsRecord = Type.Object(
  {
    purpose: Type.Enum([...RECORD_PURPOSES]),
    type: Type.Enum([...RECORD_TYPES]),
    host: Type.String({ description: 'The whole name of the record.' }),
    value: Type.String(),
    priority: Type.Union([Type.Integer(), Type.Null()], { description: 'Of an MX.' }),
    optional: Type.Boolean({ description: 'Whether the domain is verified without it too.' }),
    found: Type.Array(Type.String(), { description: 'What the last check found there.' }),
    status: Type.Enum([...RECORD_STATUSES], { description: '`error`: the name servers could not say.' }),
    hint: Type.Union([Type.String(), Type.Null()], { description: 'What to do.' }),
  },
  CLOSED,
)

export const DomainSchema = Type.Object(
  {
    domain: Type.String({ description: 'In ASCII.' }),
    state: Type.Enum([...DOMAIN_STATES]),
    created_at: MomentSchema,
    verified_at: NullableMoment,
    lost_at: NullableMoment,
    checked_at: NullableMoment,
    next_check_at: MomentSchema,
    zone: Type.Union([Type.String(), Type.Null()], {
      description: 'The name that its zone begins with, which a DNS provider adds to names by itself.',
    }),
    name_servers: Type.Array(Type.String(), { description: 'Of the zone that it is in.' }),
    records: Type.Array(DnsRecord, { description: 'What is to be set, and what was found.' }),
  },
  CLOSED,
)

const MAX_DOMAIN = 512

export const DomainWish = Type.Object(
  { domain: Type.String({ maxLength: MAX_DOMAIN, description: 'In any script, such as bücher.de.' }) },
  CLOSED,
)

export const DomainPath = Type.Object({ domain: Type.String({ description: 'URL-encoded.' }) })
