import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { PLAN_NAMES } from '../../../../../domain/plan.ts'
import { openDoor } from '../../../open-door.ts'
import { LimitsSchema } from '../account.ts'
import type { V1Options } from '../v1-options.ts'

const Plan = Type.Object({ price_eur: Type.Number({ description: 'Per month.' }), ...LimitsSchema.properties })

export const PlansSchema = Type.Object(Object.fromEntries(PLAN_NAMES.map((name) => [name, Plan])))

/** GET /v1/plans: what each gives, and for how much. For everybody. */
export function addPlans(app: FastifyInstance, { mail }: V1Options): void {
  const onRequest = openDoor(mail, { name: 'plans', perMinute: 120 })
  app.get('/plans', { schema: { response: { 200: PlansSchema } }, onRequest }, async () => mail.people.plans)
}
