import { isIP } from 'node:net'
import { type AddressRules, whatForbids } from '../../lib/net/address-rules.ts'

export interface UrlRules {
  readonly addresses: AddressRules
  readonly allowHttp: boolean
}

export const MAX_URL_LENGTH = 2048

/** Names that lead inside by definition: RFC 6761 §6.3, RFC 6762 §3, RFC 8375, and ICANN's `internal`. */
const INNER_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Null for a URL that webhooks may be sent to, else a sentence that says what is wrong with it. A name is judged by its
 * addresses at each attempt; only those that can lead nowhere but inside are refused here already.
 */
export function checkUrl(text: string, rules: UrlRules): string | null {
  if (text.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters.`
  // The URL parser would drop or mend these, and then what is shown is not what is called.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The URL contains white space, a backslash or a control character.'
  const url = URL.parse(text)
  if (!url) return 'This is not a complete URL. Give one like https://example.com/hooks.'
  if (url.href.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters once it is encoded.`
  return checkScheme(url, rules) ?? checkParts(text, url) ?? checkHost(url, rules.addresses)
}

/** The host as a resolver or `isIP` takes it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function checkScheme(url: URL, { allowHttp }: UrlRules): string | null {
  if (url.protocol === 'https:' || (allowHttp && url.protocol === 'http:')) return null
  return 'The URL must begin with https://.'
}

function checkParts(text: string, url: URL): string | null {
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password.'
  // An empty fragment is dropped from `hash`, so the text itself is asked.
  return text.includes('#') ? 'The URL must not contain a fragment (#).' : null
}

function checkHost(url: URL, rules: AddressRules): string | null {
  const [host, port] = [hostOf(url), portOf(url)]
  const closedPort = `Webhooks are not sent to port ${port}. Use ${[...rules.ports].join(' or ')}.`
  if (isIP(host) !== 0) {
    const forbidden = whatForbids(host, port, rules)
    if (forbidden === 'address') return 'Webhooks are sent to public addresses only.'
    return forbidden === 'port' ? closedPort : null
  }
  // Where the operator opened something, a name may lead there, at any port.
  if (rules.opensAny) return null
  const name = host.replace(/\.$/, '')
  if (INNER_NAME.test(name) || !name.includes('.')) return 'Webhooks are sent to public host names only.'
  return rules.ports.has(port) ? null : closedPort
}
