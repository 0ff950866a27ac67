import { isPlanName, PLAN_NAMES, type PlanName } from '../domain/plan.ts'
import { didYouMean } from './closest-match.ts'
import type { Option } from './command.ts'
import { UsageError } from './usage-error.ts'

export const planOption: Option = { type: 'string', value: 'P', describes: `The plan: ${PLAN_NAMES.join(', ')}.` }

export function toPlanName(text: string): PlanName {
  if (isPlanName(text)) return text
  throw new UsageError(`There is no plan "${text}".${didYouMean(text, PLAN_NAMES)} Plans are ${PLAN_NAMES.join(', ')}.`)
}
