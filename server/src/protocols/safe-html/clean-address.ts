import { cleanName } from './clean-name.ts'
import type { SafeHtmlOptions } from './safe-html-options.ts'

const MAX_ADDRESS = 16 * 1024
const MAX_DATA = Math.ceil((1024 * 1024 * 4) / 3)
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const WEB_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:'])

/** Formats that hold pixels and nothing else; SVG is a document. */
const DATA_IMAGE = /^data:image\/(png|gif|jpe?g|webp);base64,([A-Za-z0-9+/]+={0,2})$/i

/** Where a link goes, or null where it may not go there. */
export function cleanLink(value: string): string | null {
  const fragment = /^\s*#(.*)$/s.exec(value)?.[1]
  if (fragment !== undefined) {
    const name = cleanName(fragment.trim())
    return name === null ? null : `#${name}`
  }
  return cleanWebAddress(value, LINK_PROTOCOLS)
}

/**
 * Read by the URL Standard, as the browser reads it, and written back from what was understood: white space, control
 * characters or case cannot make it one thing here and another there.
 */
function cleanWebAddress(value: string, protocols: ReadonlySet<string>): string | null {
  if (value.length > MAX_ADDRESS) return null
  const url = URL.parse(value.trimStart().startsWith('//') ? `https:${value.trimStart()}` : value)
  if (url === null || !protocols.has(url.protocol)) return null
  if (url.username !== '' || url.password !== '') {
    // "https://your-bank.example@elsewhere.test" is there to deceive.
    url.username = ''
    url.password = ''
  }
  return url.href
}

export type Image = { readonly kind: 'shown'; readonly address: string } | { readonly kind: 'blocked' | 'none' }

export function cleanImage(value: string, options: SafeHtmlOptions): Image {
  const contentId = /^\s*cid:(.*)$/is.exec(value.slice(0, MAX_ADDRESS))?.[1]
  if (contentId !== undefined) return shownOrNone(options.cid(decodeContentId(contentId)))
  if (/^\s*data:/i.test(value)) return shownOrNone(cleanDataImage(value))
  const address = cleanWebAddress(value, WEB_PROTOCOLS)
  if (address !== null && !options.remote) return { kind: 'blocked' }
  return shownOrNone(address)
}

function shownOrNone(address: string | null): Image {
  return address === null ? { kind: 'none' } : { kind: 'shown', address }
}

function cleanDataImage(value: string): string | null {
  if (value.length > 2 * MAX_DATA) return null
  const [, type, data = ''] = DATA_IMAGE.exec(value.replace(/\s+/g, '')) ?? []
  return type === undefined || data.length > MAX_DATA ? null : `data:image/${type.toLowerCase()};base64,${data}`
}

/** RFC 2392 §2: the Content-ID without its angle brackets, percent-encoded. */
function decodeContentId(written: string): string {
  const id = written.trim().replace(/^<|>$/g, '')
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
