import type { BoundInbox } from '../bound-inbox.ts'
import type { NewInbox } from '../inbox.ts'
import { Mayfly } from '../mayfly.ts'
import type { MayflyOptions } from '../settings.ts'
import { closeTestInbox, openTestInbox } from './test-inbox.ts'

export type { BoundInbox, MayflyOptions, NewInbox }

/** What tests get. */
export interface MayflyFixtures {
  /** An inbox for this test alone, deleted after it. */
  readonly inbox: BoundInbox
  /** The client. */
  readonly mayfly: Mayfly
}

export interface MayflyFixtureOptions {
  /** Of the client. Without them, MAYFLY_API_KEY and MAYFLY_URL. */
  readonly client?: MayflyOptions | undefined
  /** Of each test's inbox: its `domain`, for instance. */
  readonly inbox?: NewInbox | undefined
}

type Use<T> = (value: T) => Promise<void>

interface Task {
  readonly task: { readonly name: string }
}

/**
 * Fixtures for Vitest. An inbox is made only for tests that name it.
 *
 * ```ts
 * import { test as base } from 'vitest'
 * import { type MayflyFixtures, mayflyFixtures } from '@mayfly/client/vitest'
 *
 * const test = base.extend<MayflyFixtures>(mayflyFixtures())
 * ```
 */
export function mayflyFixtures(options: MayflyFixtureOptions = {}) {
  return {
    // Vitest reads from the parameter which fixtures this one needs: none.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    mayfly: async ({}: object, use: Use<Mayfly>): Promise<void> => {
      await use(new Mayfly(options.client))
    },
    inbox: async ({ mayfly, task }: { mayfly: Mayfly } & Task, use: Use<BoundInbox>): Promise<void> => {
      const inbox = await openTestInbox(mayfly, options.inbox ?? {}, task.name)
      await use(inbox)
      await closeTestInbox(inbox)
    },
  }
}
