import type { KeyScope } from '../../../../domain/api-key.ts'

/** Whoever changes, deletes or puts something in. */
export const FULL: readonly KeyScope[] = ['full']
/** Whoever reads what an agent that needs a code must not see. */
export const READERS: readonly KeyScope[] = ['full', 'read']
/** Whoever takes something for himself without needing to see all of it. */
export const TAKERS: readonly KeyScope[] = ['full', 'codes']
export const ANYONE: readonly KeyScope[] = ['full', 'read', 'codes']
/** Only somebody who has signed in. */
export const NO_KEYS: readonly KeyScope[] = []
