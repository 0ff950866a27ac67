import type { TSchema } from 'typebox'
import type { JsonSchema } from './openapi-document.ts'
import { ProblemSchema } from './problem-schema.ts'
import { AccountSchema } from './routes/v1/account.ts'
import { InboxSchema } from './routes/v1/inbox-schema.ts'
import { KeySchema, NewKeySchema } from './routes/v1/keys.ts'
import { CodesSchema, MessageSchema, SummarySchema } from './routes/v1/message-schema.ts'
import { AuditSchema } from './routes/v1/people/audit.ts'
import { DeviceSchema } from './routes/v1/people/devices.ts'
import { InviteSchema } from './routes/v1/people/invites.ts'
import { MemberSchema } from './routes/v1/people/members.ts'
import { OperatorAccountSchema } from './routes/v1/people/operator.ts'
import { SessionSchema } from './routes/v1/people/session.ts'
import { WaitAnswer } from './routes/v1/wait.ts'

/** What is described once, and pointed to from everywhere. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  Account: AccountSchema,
  AuditEntry: AuditSchema,
  Device: DeviceSchema,
  Inbox: InboxSchema,
  Invite: InviteSchema,
  Key: KeySchema,
  Member: MemberSchema,
  Message: MessageSchema,
  MessageCodes: CodesSchema,
  MessageSummary: SummarySchema,
  NewKey: NewKeySchema,
  OperatorAccount: OperatorAccountSchema,
  Problem: ProblemSchema,
  Session: SessionSchema,
  WaitAnswer,
}

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [JSON.stringify(schema), name]),
)

/** The schema with a $ref wherever a named one stands in it. */
export function nameSchemas(schema: JsonSchema): JsonSchema {
  return replaceNamed(schema) as JsonSchema
}

export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [
    name,
    replaceInside(JSON.parse(JSON.stringify(schema))) as JsonSchema,
  ]),
)

function replaceNamed(node: unknown): unknown {
  const name = NAMES.get(JSON.stringify(node))
  return name === undefined ? replaceInside(node) : { $ref: `#/components/schemas/${name}` }
}

function replaceInside(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(replaceNamed)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaceNamed(value)]))
}
