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

/** What `use` of the configuration or of a file can set. */
export interface MayflyFixtureOptions {
  /** Of the client. Without them, MAYFLY_API_KEY and MAYFLY_URL. */
  readonly mayflyOptions: MayflyOptions
  /** Of each test's inbox: its `domain`, for instance. */
  readonly inboxOptions: NewInbox
}

type Use<T> = (value: T) => Promise<void>

interface TestInfo {
  readonly titlePath: readonly string[]
}

/**
 * Fixtures for Playwright Test.
 *
 * ```ts
 * import { test as base } from '@playwright/test'
 * import { type MayflyFixtureOptions, type MayflyFixtures, mayflyFixtures } from '@mayfly/client/playwright'
 *
 * export const test = base.extend<MayflyFixtures & MayflyFixtureOptions>(mayflyFixtures)
 * ```
 */
export const mayflyFixtures = {
  mayflyOptions: [{} as MayflyOptions, { option: true }] as [MayflyOptions, { option: true }],
  inboxOptions: [{} as NewInbox, { option: true }] as [NewInbox, { option: true }],

  mayfly: async ({ mayflyOptions }: { mayflyOptions: MayflyOptions }, use: Use<Mayfly>): Promise<void> => {
    await use(new Mayfly(mayflyOptions))
  },

  inbox: async (
    { mayfly, inboxOptions }: { mayfly: Mayfly; inboxOptions: NewInbox },
    use: Use<BoundInbox>,
    testInfo: TestInfo,
  ): Promise<void> => {
    const inbox = await openTestInbox(mayfly, inboxOptions, testInfo.titlePath.join(' › '))
    await use(inbox)
    await closeTestInbox(inbox)
  },
}
