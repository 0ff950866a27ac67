/**
 * Who can call a route: everybody; everybody at a limited rate, be it any program or a page of ours alone; whoever has a key;
 * or only somebody who has signed in.
 */
export type Access = 'none' | 'program' | 'open' | 'key' | 'person'

const accesses = new WeakMap<object, Access>()

/** Says of a hook what it lets through, so that the description of the API can tell. */
export function noteAccess<T extends object>(hook: T, access: Access): T {
  accesses.set(hook, access)
  return hook
}

/** By the first of a route's hooks. */
export function accessOf(onRequest: unknown): Access {
  const [hook] = [onRequest].flat()
  return (typeof hook === 'function' && accesses.get(hook)) || 'none'
}
