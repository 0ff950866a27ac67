import { BadCommand } from './refusal.ts'

/** RFC 3501 §2.3.2, without \Recent, which belongs to a session and is stored nowhere. */
export const SYSTEM_FLAGS = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const

const BY_NAME: ReadonlyMap<string, string> = new Map(SYSTEM_FLAGS.map((flag) => [flag.toLowerCase(), flag]))

export type FlagChange = 'add' | 'remove' | 'replace'

/** RFC 3501 §9: system flags in their own spelling, keywords as they came. Nothing else starts with a backslash. */
export function canonicalFlag(name: string): string {
  if (!name.startsWith('\\')) return name
  const flag = BY_NAME.get(name.toLowerCase())
  if (flag === undefined) throw new BadCommand('There is no such system flag, or no client may set it')
  return flag
}

/** RFC 3501 §9: the case of a flag does not matter. */
export function hasFlag(flags: readonly string[], flag: string): boolean {
  if (flags.includes(flag)) return true
  const name = flag.toLowerCase()
  return flags.some((other) => other.toLowerCase() === name)
}

export function sameFlags(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((flag) => hasFlag(others, flag))
}

/** What a message's flags become: for the backend, which applies the change, and the session, which foresees it. */
export function changeFlags(flags: readonly string[], change: FlagChange, named: readonly string[]): readonly string[] {
  if (change === 'remove') return flags.filter((flag) => !hasFlag(named, flag))
  const result: string[] = change === 'add' ? [...flags] : []
  for (const flag of named) if (!hasFlag(result, flag)) result.push(flag)
  return result
}
