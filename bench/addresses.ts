/** Seeded or not, inboxes have the same names: what is asked of the empty store and of the full one is the same. */
export function inboxAddress(n: number): string {
  return `box-${String(n).padStart(7, '0')}@mayfly.test`
}

/** So many addresses, spread evenly over so many inboxes. */
export function spreadAddresses(count: number, inboxes: number, offset: number): string[] {
  const stride = Math.max(2, Math.floor(inboxes / count))
  return Array.from({ length: count }, (_, i) => inboxAddress(i * stride + offset))
}

/** Addresses that no seed has mailed. */
export function freshAddresses(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${i}@mayfly.test`)
}

/** The calls that hold their answer until there is mail. */
export type WaitRoute = 'getMail' | 'wait'

export function waitPath(route: WaitRoute, address: string, seconds: number): string {
  if (route === 'getMail') return `${getMailPath(address)}&wait=${seconds}`
  return `/v1/inboxes/${encodeURIComponent(address)}/wait?timeout=${seconds}`
}

export function getMailPath(address: string): string {
  return `/getMail?email=${encodeURIComponent(address)}`
}
