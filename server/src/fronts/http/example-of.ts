import { DEFAULT_PLANS } from '../../domain/plan.ts'
import type { JsonSchema } from './openapi-document.ts'

const ID = '7q2m9x4k0v8c5n3t'
const MOMENT = '2026-11-15T04:30:00.000Z'

/** Values as they look in life, by the name of their field. Any other is made from its schema alone. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  address: 'ann@mayfly.test',
  inbox: 'ann@mayfly.test',
  inbox_id: `ibx_${ID}`,
  label: 'sign-up test',
  email: 'you@example.com',
  role: 'member',
  host: 'build-7',
  system: 'Linux',
  user_agent: 'Mozilla/5.0',
  user_code: 'BCDF-GHJK',
  user_id: `usr_${ID}`,
  key_id: null,
  base_url: 'https://mail.example.com',
  from: 'shop@example.com',
  from_name: 'The shop',
  subject: 'Your code is 493817',
  text: 'Your code is 493817.',
  filename: 'invoice.pdf',
  content_type: 'application/pdf',
  href: 'https://example.com/verify?token=x',
  kind: 'verify',
  value: '493817',
  confidence: 0.98,
  index: 0,
  seq: 7,
  message_count: 7,
  unread_count: 1,
  size_bytes: 2048,
  stored_bytes: 14336,
  revoked_at: null,
  claimed_at: null,
  next_cursor: null,
  in_reply_to: null,
  content_id: null,
  message_id_header: '<20261115043000.1@example.com>',
  created_by: null,
  html: '',
  cursor: 'aWJ4XzdxMm05eDRr',
  prefix: 'tk_',
  last4: 'x7Qa',
  name: 'continuous integration',
  key: 'tk_…',
  version: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
}

const { price_eur, ...limits } = DEFAULT_PLANS.free

/** Lists and objects of which the whole is known. */
const WHOLES: Readonly<Record<string, unknown>> = {
  to: ['ann@mayfly.test'],
  cc: [],
  reply_to: [],
  headers: [],
  limits,
}

/** One value that the schema allows. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples !== undefined) return schema.examples[0]
  const sample = schema.type === 'array' || schema.type === 'object' ? WHOLES[name] : SAMPLES[name]
  if (sample !== undefined) return sample
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, name)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return exampleOfObject(schema)
    case 'array':
      return schema.maxItems === 0 ? [] : [exampleOf(schema.items ?? {}, name)]
    case 'integer':
    case 'number':
      return schema.default ?? schema.minimum ?? 1
    case 'boolean':
      return false
    default:
      return schema.format === 'date-time' ? MOMENT : textOf(name)
  }
}

function exampleOfObject({ properties = {} }: JsonSchema): object {
  const prefix = idPrefix(properties)
  const entries = Object.entries(properties).map(([name, property]) => [
    name,
    name === 'id' && property.examples === undefined
      ? `${prefix}_${ID}${prefix === 'msg' ? '7' : ''}`
      : exampleOf(property, name),
  ])
  return Object.fromEntries(entries)
}

/** What kind of thing it is, by the fields that only it has. */
function idPrefix(properties: object): string {
  if ('user_agent' in properties) return 'ses'
  if ('totp' in properties) return 'usr'
  if ('role' in properties) return 'inv'
  if ('action' in properties) return 'aud'
  if ('host' in properties) return 'dev'
  if ('last4' in properties) return 'key'
  if ('plan' in properties) return 'acc'
  return 'address' in properties ? 'ibx' : 'msg'
}

function textOf(name: string): string {
  return name === '' ? '…' : name
}
