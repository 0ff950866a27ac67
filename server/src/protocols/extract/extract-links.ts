import { htmlLinks } from './html-links.ts'
import { type LinkKind, linkKind } from './link-kind.ts'
import { withoutTricks } from './plain-script.ts'
import { type RawLink, textLinks } from './text-links.ts'

export interface FoundLink {
  readonly href: string
  /** What a reader sees of it, cut; empty where the address itself is all there is. */
  readonly text: string
  readonly kind: LinkKind
}

const MAX_CHARS = 256 * 1024
const MAX_LINKS = 200
const MAX_HREF = 4_096
const MAX_TEXT = 500

/** The links of a mail in their order, each address once; redirects of trackers are left as they are. */
export function extractLinks(mail: { readonly text: string; readonly html: string }): FoundLink[] {
  const raw = mail.html === '' ? [] : htmlLinks(mail.html.slice(0, MAX_CHARS), MAX_LINKS)
  // Readable text repeats the addresses of the HTML; what stands there as words alone is found too.
  const all = [...raw, ...textLinks(mail.text.slice(0, MAX_CHARS), MAX_LINKS)]
  const found = new Map<string, FoundLink>()
  for (const link of all) {
    const href = withoutTricks(link.href)
    // Half an address leads elsewhere.
    if (href.length > MAX_HREF || found.size >= MAX_LINKS) continue
    const known = found.get(href)
    if (known === undefined || (known.kind === 'other' && known.text === '')) found.set(href, asFound(link, href))
  }
  return [...found.values()]
}

function asFound({ text, around }: RawLink, href: string): FoundLink {
  const shown = withoutTricks(text)
  return { href, text: cut(shown), kind: linkKind(shown, href, around) }
}

/** Never through the middle of a character. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const end = /[\ud800-\udbff]/.test(text[MAX_TEXT - 1] as string) ? MAX_TEXT - 1 : MAX_TEXT
  return text.slice(0, end)
}
