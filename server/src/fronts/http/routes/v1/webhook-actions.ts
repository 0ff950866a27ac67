import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { admit } from '../../admit.ts'
import { readSince } from '../../mail-query.ts'
import { FULL } from './scopes.ts'
import { strictBody } from './strict-body.ts'
import type { V1Options } from './v1-options.ts'
import {
  DeliverySchema,
  IdPath,
  Redelivered,
  RedeliverWish,
  ResumeWish,
  RotateWish,
  SecretSchema,
  WebhookSchema,
} from './webhook-schema.ts'

type Path = { Params: Static<typeof IdPath> }

const DEFAULT_OVERLAP_SECONDS = 86_400
/** Longer than an attempt can take: what is not known by then is answered as it stands. */
const TEST_SECONDS = 25

/** What can be done with an endpoint: POST /v1/webhooks/{id}/test, /pause, /resume, /rotate-secret, /redeliver; GET its secret. */
export function addWebhookActions(app: FastifyInstance, { mail, held }: V1Options): void {
  const { webhooks } = mail
  const onRequest = admit(mail, FULL, 'admin')
  app.get<Path>(
    '/webhooks/:id/secret',
    { schema: { params: IdPath, response: { 200: SecretSchema } }, onRequest },
    ({ principal, params }) => webhooks.secret(principal, params.id),
  )
  app.post<Path & { Body: Static<typeof RotateWish> }>(
    '/webhooks/:id/rotate-secret',
    {
      schema: { params: IdPath, body: RotateWish, response: { 200: SecretSchema } },
      validatorCompiler: strictBody,
      onRequest,
    },
    ({ principal, params, body }) =>
      webhooks.rotateSecret(principal, params.id, body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS),
  )
  app.post<Path>(
    '/webhooks/:id/pause',
    { schema: { params: IdPath, response: { 200: WebhookSchema } }, onRequest },
    ({ principal, params }) => webhooks.pause(principal, params.id),
  )
  app.post<Path & { Body: Static<typeof ResumeWish> }>(
    '/webhooks/:id/resume',
    {
      schema: { params: IdPath, body: ResumeWish, response: { 200: WebhookSchema } },
      config: { problems: ['plan_required'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    ({ principal, params, body }) => webhooks.resume(principal, params.id, body?.held ?? 'deliver'),
  )
  app.post<Path>(
    '/webhooks/:id/test',
    { schema: { params: IdPath, response: { 200: DeliverySchema } }, config: { problems: ['conflict'] }, onRequest },
    ({ principal, params }, reply) =>
      held.hold(reply.raw, TEST_SECONDS, (signal) => webhooks.test(principal, params.id, signal)),
  )
  app.post<Path & { Body: Static<typeof RedeliverWish> }>(
    '/webhooks/:id/redeliver',
    {
      schema: { params: IdPath, body: RedeliverWish, response: { 202: Redelivered } },
      config: { problems: ['conflict'] },
      validatorCompiler: strictBody,
      onRequest,
    },
    async ({ principal, params, body }, reply) => {
      const wish = { since: readSince(body.since), states: body.states ?? (['failed'] as const) }
      const redelivered = await webhooks.redeliverSince(principal, params.id, wish)
      return reply.code(202).send({ redelivered })
    },
  )
}
