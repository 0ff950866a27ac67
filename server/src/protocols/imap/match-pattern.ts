import { DELIMITER } from './mailbox-name.ts'

/**
 * RFC 3501 §6.3.8: * stands for any characters, % for any but the delimiter. Where a character does not fit, the last
 * wildcard takes one more; one before it never has to. So nothing takes longer than the pattern's length times the name's.
 */
export function matchPattern(pattern: string, name: string): boolean {
  let [at, place] = [0, 0]
  let star = { at: -1, place: 0 }
  let percent = { at: -1, place: 0 }
  while (place < name.length) {
    const sign = pattern[at]
    if (sign === '*') {
      at += 1
      star = { at, place }
      percent = { at: -1, place: 0 }
    } else if (sign === '%') {
      at += 1
      percent = { at, place }
    } else if (sign === name[place]) {
      at += 1
      place += 1
    } else if (percent.at >= 0 && name[percent.place] !== DELIMITER) {
      percent.place += 1
      ;({ at, place } = percent)
    } else if (star.at >= 0) {
      star.place += 1
      ;({ at, place } = star)
      percent.at = -1
    } else return false
  }
  return /^[*%]*$/.test(pattern.slice(at))
}
