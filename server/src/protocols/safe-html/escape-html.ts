/** What HTML cannot hold as it stands: its parser would drop it or make something else of it. */
const CONTROLS = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/g

/** Text that reads back as itself: a carriage return would come back as a line feed, so it is one from the start. */
export function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\f/g, ' ').replace(CONTROLS, '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

const escaped = (character: string) => ESCAPES[character] ?? ''

export function escapeText(text: string): string {
  return plainText(text).replace(/[&<>\u00a0]/g, escaped)
}

/** For a value between double quotes. */
export function escapeAttribute(value: string): string {
  return plainText(value).replace(/[&<>"\u00a0]/g, escaped)
}
