import { DEFAULT_PLANS, retentionMs } from '../../domain/plan.ts'

export const RETENTION_MS = {
  free: retentionMs(DEFAULT_PLANS.free),
  plus: retentionMs(DEFAULT_PLANS.plus),
  elite: retentionMs(DEFAULT_PLANS.elite),
  team: retentionMs(DEFAULT_PLANS.team),
}
