import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { PLAN_NAMES } from '../../../../domain/plan.ts'
import { admit } from '../../admit.ts'
import { MomentSchema } from './moment-schema.ts'
import { READERS } from './scopes.ts'
import type { V1Options } from './v1-options.ts'

const Count = Type.Integer()

export const LimitsSchema = Type.Object({
  requests_per_minute: Count,
  inboxes: Count,
  retention_hours: Type.Number(),
  message_bytes: Count,
  stored_bytes: Count,
  webhook_endpoints: Count,
  custom_domains: Count,
  members: Count,
  open_waits: Count,
})

export const AccountSchema = Type.Object({
  id: Type.String(),
  plan: Type.Enum([...PLAN_NAMES]),
  created_at: MomentSchema,
  limits: LimitsSchema,
  usage: Type.Object({
    inboxes: Count,
    stored_bytes: Count,
    members: Type.Integer({ description: 'Invites that are open among them.' }),
    webhook_endpoints: Count,
    custom_domains: Count,
    open_waits: Count,
    requests: Type.Object({ remaining: Count, reset_seconds: Count }),
  }),
})

/** GET /v1/account: the plan, and what is used of it. */
export function addAccount(app: FastifyInstance, { mail }: V1Options): void {
  const schema = { response: { 200: AccountSchema } }
  app.get('/account', { schema, onRequest: admit(mail, READERS) }, async ({ principal, allowance }) => {
    const { usage, ...account } = await mail.viewAccount(principal)
    const requests = { remaining: allowance.remaining, reset_seconds: allowance.resetSeconds }
    return { ...account, usage: { ...usage, requests } }
  })
}
