import type { PlanName } from './plan.ts'

export interface Account {
  readonly id: string
  readonly plan: PlanName
  readonly createdAt: number
  readonly inboxCount: number
  readonly storedBytes: number
  /** Since when the operator has shut it; null where it is open. */
  readonly suspendedAt: number | null
}

/** The mightiest first. */
export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

/** Whether whoever has the one role may do what takes the other. */
export function reaches(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(wanted)
}

export interface User {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: number
}
