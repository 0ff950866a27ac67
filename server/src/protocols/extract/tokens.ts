/** Letters and digits as one types them, with single hyphens between. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const HYPHEN = 0x2d

/**
 * Visits what could be part of a code, and tells of every other word that it came between. By hand and not by a regular
 * expression: of all that is done with a mail only this looks at every character and makes an object.
 */
export function visitTokens(text: string, visit: (token: Token | undefined) => boolean): void {
  let at = 0
  while (at < text.length) {
    if (!isAlphanumeric(text.charCodeAt(at))) {
      at++
      continue
    }
    const start = at
    let digits = false
    let lower = false
    while (isAlphanumeric(text.charCodeAt(at)) || isInnerHyphen(text, at)) {
      const char = text.charCodeAt(at++)
      if (char <= 0x39 && char >= 0x30) digits = true
      else if (char >= 0x61) lower = true
    }
    const token = digits || !lower ? { text: text.slice(start, at), start, end: at } : undefined
    if (!visit(token)) return
  }
}

function isInnerHyphen(text: string, at: number): boolean {
  return text.charCodeAt(at) === HYPHEN && isAlphanumeric(text.charCodeAt(at + 1))
}

function isAlphanumeric(char: number): boolean {
  return (char >= 0x61 && char <= 0x7a) || (char >= 0x30 && char <= 0x39) || (char >= 0x41 && char <= 0x5a)
}
