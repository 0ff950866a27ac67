import type { PlanName } from '../../domain/plan.ts'
import type { HeldBounds } from '../../domain/ports.ts'
import type { Partitions } from './partitions.ts'

/** How mail is kept. */
export interface Keeping {
  readonly held: HeldBounds
  /** Into which part a mail goes. The sweep has the last word, and moves what must live longer than was thought. */
  readonly retentionMs: Readonly<Record<PlanName, number>>
  readonly partitions: Partitions
}
