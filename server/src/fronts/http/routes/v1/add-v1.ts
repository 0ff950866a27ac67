import type { FastifyInstance } from 'fastify'
import { honourIdempotencyKeys } from '../../idempotency.ts'
import { requireWellFormed } from '../../mail-query.ts'
import { tagAnswers } from '../../tag-answers.ts'
import { addAccount } from './account.ts'
import { addDeliveries } from './deliveries.ts'
import { addDomains } from './domains.ts'
import { addEvents } from './events.ts'
import { addInbox } from './inbox.ts'
import { addInboxMessages } from './inbox-messages.ts'
import { addInboxes } from './inboxes.ts'
import { addInjectMessage } from './inject-message.ts'
import { takeJsonOnly } from './json-body.ts'
import { addKeys } from './keys.ts'
import { addMessage } from './message.ts'
import { addMessageParts } from './message-parts.ts'
import { addPeople } from './people/add-people.ts'
import { addSendTestMail } from './send-test-mail.ts'
import type { V1Options } from './v1-options.ts'
import { addWait } from './wait.ts'
import { addWebhookActions } from './webhook-actions.ts'
import { addWebhooks } from './webhooks.ts'

/** Everything under /v1. */
export function addV1(app: FastifyInstance, options: V1Options): void {
  app.register(async (v1) => addRoutes(v1, options), { prefix: '/v1' })
}

function addRoutes(app: FastifyInstance, options: V1Options): void {
  takeJsonOnly(app)
  honourIdempotencyKeys(app, options.mail)
  tagAnswers(app)
  // The schemas of answers are for the documentation: a field that one of them forgot must not vanish from an answer.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  app.addHook('preValidation', async (request) => requireWellFormed(request.raw.url as string))
  addInboxes(app, options)
  addInbox(app, options)
  addInboxMessages(app, options)
  addMessage(app, options)
  addMessageParts(app, options.mail)
  addSendTestMail(app, options)
  addWait(app, options)
  addEvents(app, options)
  addAccount(app, options)
  addKeys(app, options)
  addWebhooks(app, options)
  addWebhookActions(app, options)
  addDeliveries(app, options)
  addDomains(app, options)
  addPeople(app, options)
  app.register(async (own) => addInjectMessage(own, options))
}
