import { readFileSync } from 'node:fs'
import { DEFAULT_PLANS, isPlanName, PLAN_NAMES, type Plan, type PlanName, type PlanTable } from '../domain/plan.ts'
import { didYouMean } from './closest-match.ts'

export interface PlansReading {
  readonly plans: PlanTable
  readonly problems: readonly string[]
}

const FIELDS = Object.keys(DEFAULT_PLANS.free) as (keyof Plan)[]

/** Lays the file over the built-in plans. */
export function readPlansFile(file: string): PlansReading {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const why =
      error instanceof SyntaxError ? `is not JSON: ${error.message}` : `cannot be read: ${(error as Error).message}`
    return { plans: DEFAULT_PLANS, problems: [`MAYFLY_PLANS_FILE ${why}.`] }
  }
  return overlayPlans(content)
}

export function overlayPlans(content: unknown): PlansReading {
  if (!isRecord(content)) {
    return {
      plans: DEFAULT_PLANS,
      problems: ['MAYFLY_PLANS_FILE must hold an object such as {"free":{"inboxes":50}}.'],
    }
  }
  const problems: string[] = []
  const plans: Record<PlanName, Plan> = { ...DEFAULT_PLANS }
  for (const [name, changes] of Object.entries(content)) {
    if (!isPlanName(name)) {
      problems.push(`MAYFLY_PLANS_FILE: there is no plan "${name}".${didYouMean(name, PLAN_NAMES)}`)
    } else if (!isRecord(changes)) {
      problems.push(`MAYFLY_PLANS_FILE: ${name} must be an object such as {"inboxes":50}.`)
    } else {
      const faults = Object.entries(changes).flatMap(([field, value]) => faultsOf(name, field, value))
      problems.push(...faults)
      if (faults.length === 0) plans[name] = Object.freeze({ ...plans[name], ...changes })
    }
  }
  return { plans: Object.freeze(plans), problems }
}

function faultsOf(plan: PlanName, field: string, value: unknown): string[] {
  if (!(FIELDS as string[]).includes(field)) {
    return [`MAYFLY_PLANS_FILE: a plan has no "${field}".${didYouMean(field, FIELDS)}`]
  }
  // A price may have cents and a retention half an hour; the rest is counted.
  const whole = field !== 'price_eur' && field !== 'retention_hours'
  const good = typeof value === 'number' && value >= 0 && (whole ? Number.isSafeInteger(value) : Number.isFinite(value))
  if (good) return []
  const kind = whole ? 'a whole number' : 'a number'
  return [`MAYFLY_PLANS_FILE: ${plan}.${field} is ${JSON.stringify(value)}. Expected ${kind}, 0 or more.`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
