import { walkHtml } from './html-events.ts'
import type { RawLink } from './text-links.ts'

const AROUND = 120
const MAX_TEXT = 2_000
const SKIPPED = new Set(['style', 'script', 'title', 'template'])

/** The links of HTML with what one sees of them; a picture is seen as its alternative text. */
export function htmlLinks(html: string, max: number): RawLink[] {
  const links: RawLink[] = []
  let before = ''
  let skipping = ''
  let open: { href: string; text: string; alt: string; around: string } | undefined
  const finish = () => {
    if (open !== undefined && links.length < max) {
      const { href, text, alt, around } = open
      links.push({ href, text: tidy(text) || tidy(alt), around: tidy(around) })
    }
    open = undefined
  }
  walkHtml(html, {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipping = name
      if (name === 'img' && open !== undefined && open.alt.length < MAX_TEXT)
        open.alt += ` ${attributes.get('alt') ?? ''}`
      if (name !== 'a' && name !== 'area') return spaced()
      // A link inside a link ends the first one, as browsers have it.
      finish()
      const href = (attributes.get('href') ?? '').replace(/[\t\r\n]/g, '').trim()
      if (/^https?:\/\/[^\s/?#]/i.test(href))
        open = { href, text: '', alt: attributes.get('alt') ?? '', around: before }
      if (name === 'area') finish()
    },
    close(name) {
      if (name === skipping) skipping = ''
      if (name === 'a') finish()
      else spaced()
    },
    text(data) {
      if (skipping !== '') return
      if (open !== undefined && open.text.length < MAX_TEXT) open.text += data.slice(0, MAX_TEXT)
      before = (before + data.slice(-AROUND)).slice(-AROUND)
    },
  })
  finish()
  return links

  /** Words in neighbouring elements are seen apart; letters in neighbouring spans rarely have tags between them. */
  function spaced(): void {
    before += ' '
    if (before.length > AROUND) before = before.slice(-AROUND)
  }
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
