import { walkHtml } from './html-events.ts'
import { toPlainScript } from './plain-script.ts'

/** How much a mail's HTML puts a string forward: 1, it fills an element; 2, one in large or spaced type. */
export type Emphasis = ReadonlyMap<string, 1 | 2>

const LONGEST = 40
const MAX_STRINGS = 2_000
const MAX_OPEN = 200
const LARGE_TAGS = new Set(['h1', 'h2', 'h3'])
const VOID = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'col', 'wbr', 'area', 'base', 'source'])
const LARGE =
  /letter-spacing\s*:\s*\.?[1-9]|font(?:-size)?\s*:[^;]{0,40}?(?:(?:2[0-9]|[3-9][0-9])(?:\.\d+)?\s*p[xt]|[2-9](?:\.\d+)?r?em|x+-large)/i

export function emphasised(html: string): Emphasis {
  const found = new Map<string, 1 | 2>()
  const open: { name: string; large: boolean }[] = []
  let text = ''
  const settle = () => {
    const value = text.length <= LONGEST * 2 ? compact(toPlainScript(text)) : ''
    text = ''
    if (value.length < 4 || value.length > LONGEST || found.size >= MAX_STRINGS) return
    const level = open.some(({ large }) => large) ? 2 : 1
    if (level > (found.get(value) ?? 0)) found.set(value, level)
  }
  walkHtml(html, {
    open(name, attributes) {
      settle()
      if (VOID.has(name) || open.length >= MAX_OPEN) return
      const size = name === 'font' && /^(?:[5-7]|\+[2-9])/.test(attributes.get('size') ?? '')
      open.push({
        name,
        large: size || LARGE_TAGS.has(name) || LARGE.test((attributes.get('style') ?? '').slice(0, 500)),
      })
    },
    close(name) {
      settle()
      // Only a few levels: markup that leaves more open than that is not worth following.
      for (let at = open.length - 1; at >= Math.max(0, open.length - 8); at--) {
        if (open[at]?.name === name) return void open.splice(at)
      }
    },
    text(data) {
      if (text.length <= LONGEST * 2) text += data
    },
  })
  settle()
  return found
}

/** As candidates are compared: without what parts their groups. */
export function compact(text: string): string {
  return text.replace(/[\s-]+/g, '').replace(/^[[("'«„]+|[\])"'».:,]+$/g, '')
}
