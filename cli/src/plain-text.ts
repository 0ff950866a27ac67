/**
 * What a stranger wrote, for a terminal: without the characters that would move its cursor, colour it, or turn the
 * direction of the text around. Line ends and tabs stay.
 */
export function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, (character) => {
    // Joiners that scripts and emoji are made with: they show nothing and move nothing.
    return character === '\u200c' || character === '\u200d' ? character : ''
  })
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}
