import type { NewInbox } from '../inbox.ts'
import { Mayfly } from '../mayfly.ts'
import type { MayflyOptions } from '../settings.ts'
import { DEFAULT_WAIT, type ReceivedMessage, type WaitOptions } from '../wait.ts'
import type { CodeOptions } from '../wait-for-code.ts'
import type { LinkOptions } from '../wait-for-link.ts'
import { closeTestInbox, openTestInbox } from './test-inbox.ts'

/** What can be handed over from the browser to Node. */
type Sent<T> = Omit<T, 'signal'>

type Tasks = Record<string, (argument: never) => Promise<unknown>>

/** The part of Cypress that is used here. */
interface CypressLike {
  readonly Commands: { add(name: string, command: (...args: never[]) => unknown): void }
  readonly currentTest?: { readonly titlePath: readonly string[] }
}

interface Cy {
  task(name: string, argument: unknown, options: { timeout: number; log?: boolean }): unknown
}

/** Beyond a wait's own time: what a task needs to come back. */
const MARGIN = 15_000

/**
 * For `setupNodeEvents` in `cypress.config`: the browser of a test has neither the key nor a way to the service, so that
 * its commands are carried out in Node.
 *
 * ```ts
 * export default defineConfig({ e2e: { setupNodeEvents(on) { addMayflyTasks(on) } } })
 * ```
 */
export function addMayflyTasks(on: (event: 'task', tasks: Tasks) => void, options: MayflyOptions = {}): void {
  const open = new Set<string>()
  const client = (): Mayfly => new Mayfly(options)
  on('task', {
    'mayfly:createInbox': async ({ inbox, label }: { inbox: NewInbox; label?: string }) => {
      const { address } = await openTestInbox(client(), inbox, label)
      open.add(address)
      return { address }
    },
    'mayfly:wait': ({ address, options: asked }: { address: string; options: WaitOptions }) =>
      client().wait(address, asked),
    'mayfly:code': ({ address, options: asked }: { address: string; options: CodeOptions }) =>
      client().code(address, asked),
    'mayfly:link': ({ address, options: asked }: { address: string; options: LinkOptions }) =>
      client().link(address, asked),
    'mayfly:deleteInboxes': async () => {
      const inboxes = [...open].map((address) => client().inbox(address))
      open.clear()
      await Promise.all(inboxes.map(closeTestInbox))
      // Cypress takes undefined for a task that forgot to answer.
      return null
    },
  })
}

/**
 * For the support file: `cy.createInbox()`, `cy.waitForMail(address)`, `cy.mailCode(address)` and `cy.mailLink(address)`.
 * The inboxes of a test are deleted after it.
 */
export function addMayflyCommands(): void {
  const { Cypress, cy, afterEach } = globalThis as unknown as {
    Cypress: CypressLike
    cy: Cy
    afterEach(done: () => void): void
  }
  const waitInNode =
    (task: string) =>
    (address: string, options: Sent<WaitOptions> = {}) =>
      cy.task(task, { address, options }, { timeout: (options.timeout ?? DEFAULT_WAIT) + MARGIN })
  Cypress.Commands.add('createInbox', (inbox: NewInbox = {}) => {
    const label = Cypress.currentTest?.titlePath.join(' › ')
    return cy.task('mayfly:createInbox', { inbox, label }, { timeout: DEFAULT_WAIT + MARGIN })
  })
  Cypress.Commands.add('waitForMail', waitInNode('mayfly:wait'))
  Cypress.Commands.add('mailCode', waitInNode('mayfly:code'))
  Cypress.Commands.add('mailLink', waitInNode('mayfly:link'))
  afterEach(() => {
    cy.task('mayfly:deleteInboxes', null, { timeout: DEFAULT_WAIT + MARGIN, log: false })
  })
}

/** The commands, for `declare global { namespace Cypress { interface Chainable extends MayflyCommands {} } }`. */
export interface MayflyCommands {
  createInbox(inbox?: NewInbox): Chain<{ readonly address: string }>
  waitForMail(address: string, options?: Sent<WaitOptions>): Chain<ReceivedMessage>
  mailCode(address: string, options?: Sent<CodeOptions>): Chain<string>
  mailLink(address: string, options?: Sent<LinkOptions>): Chain<string>
}

/** As much of Cypress.Chainable as a type without Cypress can say. */
interface Chain<T> {
  then<R>(use: (value: T) => R): Chain<R>
  should(chainer: string, value?: unknown): Chain<T>
}
