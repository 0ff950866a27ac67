import type { FastifyInstance } from 'fastify'
import type { V1Options } from '../v1-options.ts'
import { addAudit } from './audit.ts'
import { addDeleteAccount } from './delete-account.ts'
import { addDeviceFlow } from './device-flow.ts'
import { addDevices } from './devices.ts'
import { addInvites } from './invites.ts'
import { addMembers } from './members.ts'
import { addOperator } from './operator.ts'
import { addPasswords } from './passwords.ts'
import { addPlans } from './plans.ts'
import { addSession } from './session.ts'
import { addSignUp } from './sign-up.ts'
import { addTotp } from './totp.ts'

/** Who people are, how they come in, and what they do with their account. */
export function addPeople(app: FastifyInstance, options: V1Options): void {
  addSignUp(app, options)
  addSession(app, options)
  addPasswords(app, options)
  addTotp(app, options)
  addMembers(app, options)
  addInvites(app, options)
  addDevices(app, options)
  app.register(async (own) => addDeviceFlow(own, options))
  addAudit(app, options)
  addPlans(app, options)
  addDeleteAccount(app, options)
  addOperator(app, options)
}
