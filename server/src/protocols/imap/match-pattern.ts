import { DELIMITER } from './mailbox-name.ts'

/**
 * RFC 3501 §6.3.8: * stands for any characters, % for any but the delimiter. The places of the name that the pattern
 * has reached are kept side by side, so that no pattern takes longer than its length times the name's.
 */
export function matchPattern(pattern: string, name: string): boolean {
  let places = new Set([0])
  for (const sign of pattern) {
    places = sign === '*' || sign === '%' ? spread(places, name, sign) : step(places, name, sign)
    if (places.size === 0) return false
  }
  return places.has(name.length)
}

function spread(places: ReadonlySet<number>, name: string, sign: '*' | '%'): Set<number> {
  const reached = new Set<number>()
  for (const place of places) {
    for (let at = place; !reached.has(at); at += 1) {
      reached.add(at)
      if (at >= name.length || (sign === '%' && name[at] === DELIMITER)) break
    }
  }
  return reached
}

function step(places: ReadonlySet<number>, name: string, sign: string): Set<number> {
  const reached = new Set<number>()
  for (const place of places) if (name.startsWith(sign, place)) reached.add(place + sign.length)
  return reached
}
