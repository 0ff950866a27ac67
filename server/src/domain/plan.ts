export const PLAN_NAMES = ['free', 'plus', 'elite', 'team'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export interface Plan {
  readonly price_eur: number
  readonly requests_per_minute: number
  readonly inboxes: number
  readonly retention_hours: number
  readonly message_bytes: number
  readonly stored_bytes: number
  readonly webhook_endpoints: number
  readonly custom_domains: number
  readonly members: number
  readonly open_waits: number
}

export type PlanTable = Readonly<Record<PlanName, Plan>>

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Names and numbers as an operator writes them in MAYFLY_PLANS_FILE. Prices in EUR per month. */
export const DEFAULT_PLANS: PlanTable = {
  free: {
    price_eur: 0,
    requests_per_minute: 120,
    inboxes: 20,
    retention_hours: 24,
    message_bytes: 10 * MIB,
    stored_bytes: 100 * MIB,
    webhook_endpoints: 0,
    custom_domains: 0,
    members: 1,
    open_waits: 5,
  },
  plus: {
    price_eur: 1.99,
    requests_per_minute: 600,
    inboxes: 200,
    retention_hours: 7 * 24,
    message_bytes: 25 * MIB,
    stored_bytes: 2 * GIB,
    webhook_endpoints: 0,
    custom_domains: 1,
    members: 1,
    open_waits: 25,
  },
  elite: {
    price_eur: 9.99,
    requests_per_minute: 3_000,
    inboxes: 2_000,
    retention_hours: 30 * 24,
    message_bytes: 25 * MIB,
    stored_bytes: 20 * GIB,
    webhook_endpoints: 10,
    custom_domains: 5,
    members: 1,
    open_waits: 250,
  },
  team: {
    price_eur: 29.99,
    requests_per_minute: 12_000,
    inboxes: 20_000,
    retention_hours: 90 * 24,
    message_bytes: 50 * MIB,
    stored_bytes: 100 * GIB,
    webhook_endpoints: 50,
    custom_domains: 25,
    members: 25,
    open_waits: 1_000,
  },
}

export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text)
}

export function retentionMs(plan: Plan): number {
  return plan.retention_hours * 3_600_000
}

/** The advice that ends every refusal of a cap: the cheapest plan that lifts it, if there is one. */
export function planThatLifts(plans: PlanTable, limit: keyof Plan, current: PlanName): string {
  const better = PLAN_NAMES.find((name) => plans[name][limit] > plans[current][limit])
  return better ? `The ${better} plan allows ${plans[better][limit]}.` : 'No plan allows more.'
}
