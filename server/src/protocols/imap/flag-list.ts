import type { Cursor } from './cursor.ts'
import { canonicalFlag } from './flags.ts'
import { BadCommand } from './refusal.ts'

const BACKSLASH = '\\'

/** RFC 3501 §9 `flag-list`. */
export function takeFlagList(cursor: Cursor): string[] {
  return cursor.list('flags', () => takeFlag(cursor), cursor.limits.flags)
}

/** RFC 3501 §9 `store-att-flags`: the parentheses may be missing. */
export function takeFlags(cursor: Cursor): string[] {
  if (cursor.peek() === '(') return takeFlagList(cursor)
  const flags = [takeFlag(cursor)]
  while (cursor.skip(' ')) {
    if (flags.length >= cursor.limits.flags) throw new BadCommand('Too many flags')
    flags.push(takeFlag(cursor))
  }
  return flags
}

export function takeFlag(cursor: Cursor): string {
  const name = (cursor.skip(BACKSLASH) ? BACKSLASH : '') + cursor.atom('a flag')
  if (name.length > cursor.limits.flagBytes) throw new BadCommand('The flag is too long')
  return canonicalFlag(name)
}
