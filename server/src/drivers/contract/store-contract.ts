import { describe } from 'node:test'
import { accountsAndKeys } from './accounts-and-keys.ts'
import { appending } from './appending.ts'
import { bodies } from './bodies.ts'
import { caps } from './caps.ts'
import { certificates } from './certificates.ts'
import { claiming } from './claiming.ts'
import { closing } from './closing.ts'
import { concurrency } from './concurrency.ts'
import { deliveries } from './deliveries.ts'
import { domains } from './domains.ts'
import { heldBounds } from './held-bounds.ts'
import { leases } from './leases.ts'
import { mailAuth } from './mail-auth.ts'
import { mailboxes } from './mailboxes.ts'
import { managing } from './managing.ts'
import { type ModelEffort, modelled } from './modelled.ts'
import { people } from './people.ts'
import { persistence } from './persistence.ts'
import { reading } from './reading.ts'
import { renditions } from './renditions.ts'
import type { OpenStore } from './scene.ts'
import { sweeping } from './sweeping.ts'
import { webhooks } from './webhooks.ts'

/** What every Store must do, whatever it is built on. Each test has a store of its own. */
export function storeContract(name: string, open: OpenStore, effort: ModelEffort = { runs: 50, commands: 40 }): void {
  describe(`the ${name} store`, () => {
    describe('accounts and keys', () => accountsAndKeys(open))
    describe('people', () => people(open))
    describe('claiming', () => claiming(open))
    describe('appending', () => appending(open))
    describe('bodies', () => bodies(open))
    describe('caps', () => caps(open))
    describe('held bounds', () => heldBounds(open))
    describe('reading', () => reading(open))
    describe('renditions', () => renditions(open))
    describe('mail authentication', () => mailAuth(open))
    describe('managing', () => managing(open))
    describe('sweeping', () => sweeping(open))
    describe('leases', () => leases(open))
    describe('webhooks', () => webhooks(open))
    describe('deliveries', () => deliveries(open))
    describe('mailboxes', () => mailboxes(open))
    describe('domains', () => domains(open))
    describe('certificates', () => certificates(open))
    describe('concurrency', () => concurrency(open))
    describe('a model of it', () => modelled(open, effort))
    describe('persistence', () => persistence(open))
    describe('closing', () => closing(open))
  })
}
