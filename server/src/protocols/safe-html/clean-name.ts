/** Before every id and class of a mail: none of them can be a name that a page or its scripts know (DOM clobbering). */
const PREFIX = 'm-'

/** The name a mail's id or class is shown under, or null where it is no plain word. */
export function cleanName(name: string): string | null {
  if (!/^[\w-]{1,100}$/.test(name)) return null
  return name.startsWith(PREFIX) ? name : PREFIX + name
}
