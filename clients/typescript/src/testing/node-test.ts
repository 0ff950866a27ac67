import type { BoundInbox } from '../bound-inbox.ts'
import type { NewInbox } from '../inbox.ts'
import { Mayfly } from '../mayfly.ts'
import { closeTestInbox, openTestInbox } from './test-inbox.ts'

export type { BoundInbox, NewInbox }

/** What `node:test` gives a test. */
interface TestContext {
  readonly name: string
  after(done: () => Promise<void>): void
}

export interface TestInboxOptions extends NewInbox {
  /** Without it, one of its own with MAYFLY_API_KEY and MAYFLY_URL. */
  readonly mayfly?: Mayfly | undefined
}

/**
 * An inbox for this test alone, deleted after it.
 *
 * ```ts
 * import { test } from 'node:test'
 * import { newInbox } from '@mayfly/client/node-test'
 *
 * test('signs up', async (t) => {
 *   const inbox = await newInbox(t)
 *   // … sign up with inbox.address …
 *   const code = await inbox.code()
 * })
 * ```
 */
export async function newInbox(
  t: TestContext,
  { mayfly = new Mayfly(), ...inbox }: TestInboxOptions = {},
): Promise<BoundInbox> {
  const opened = await openTestInbox(mayfly, inbox, t.name)
  t.after(() => closeTestInbox(opened))
  return opened
}
