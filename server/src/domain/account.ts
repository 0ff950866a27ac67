import type { PlanName } from './plan.ts'

export interface Account {
  readonly id: string
  readonly plan: PlanName
  readonly createdAt: number
  readonly inboxCount: number
  readonly storedBytes: number
}

export const ROLES = ['owner', 'admin', 'member'] as const
export type Role = (typeof ROLES)[number]

export interface User {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: number
}
