import type { Service } from '../lib/lifecycle.ts'
import { didYouMean } from './closest-match.ts'
import { UsageError } from './usage-error.ts'

/** What a node can do. A service that is one has its name. */
export const ROLES = ['smtp', 'http', 'imap', 'webhooks', 'sweeper'] as const
export type Role = (typeof ROLES)[number]
export type Roles = ReadonlySet<Role>

export const ALL_ROLES: Roles = new Set(ROLES)

/** A comma list. */
export function parseRoles(text: string): Roles {
  return new Set(text.split(',').map((part) => parseRole(part.trim().toLowerCase())))
}

function parseRole(text: string): Role {
  if (isRole(text)) return text
  throw new UsageError(
    `--roles has "${text}", which is no role.${didYouMean(text, ROLES)} The roles are ${ROLES.join(', ')}.`,
  )
}

/** Those that this node does, and those that every node needs. */
export function servicesOf(roles: Roles, services: readonly Service[]): readonly Service[] {
  return services.filter(({ name }) => !isRole(name) || roles.has(name))
}

function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name)
}
