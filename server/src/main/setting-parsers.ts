import { isIP, isIPv4, isIPv6 } from 'node:net'
import { normaliseDomain, parseAddress } from '../domain/address.ts'
import { isKeyText, keyPrefix, newKeyText } from '../domain/api-key.ts'
import type { ServiceDomains } from '../domain/service-domains.ts'
import { parseRedisUrl, type RedisPlace } from '../drivers/redis/redis-place.ts'
import { type Cidr, parseCidr } from '../lib/net/address-rules.ts'
import { didYouMean } from './closest-match.ts'

/** Its message completes "Expected …". */
export class Unexpected extends Error {}

export type Parse<T> = (text: string) => T

export function parseText(text: string): string {
  return text
}

export function oneOf<const T extends string>(...choices: readonly T[]): Parse<T> {
  return (text) => {
    const found = choices.find((choice) => choice === text.toLowerCase())
    if (found === undefined) throw new Unexpected(`one of ${choices.join(', ')}.${didYouMean(text, choices)}`)
    return found
  }
}

export function listOf<const T extends string>(choices: readonly T[]): Parse<readonly T[]> {
  const parse = oneOf(...choices)
  return (text) => Object.freeze([...new Set(text.split(',').map((part) => parse(part.trim())))])
}

export function integer(min: number, max: number, what = 'a whole number'): Parse<number> {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Unexpected(`${what} from ${min} to ${max}.`)
    return value
  }
}

export const parsePort = integer(0, 65_535, 'a port number')

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const DURATION = /^(\d{1,12}(?:\.\d{1,6})?)\s*(ms|s|m|h|d)?$/i

/** Gives milliseconds. A plain number is seconds. */
export function duration(min: string, max: string): Parse<number> {
  const [minMs, maxMs] = [toMs(min), toMs(max)]
  return (text) => {
    const ms = toMs(text)
    if (!(ms >= minMs && ms <= maxMs)) {
      throw new Unexpected(`a time from ${min} to ${max}, as seconds or with a unit: 90s, 15m, 1h, 7d.`)
    }
    return ms
  }
}

function toMs(text: string): number {
  const parts = DURATION.exec(text)
  if (!parts) return Number.NaN
  const unit = (parts[2] ?? 's').toLowerCase() as keyof typeof UNIT_MS
  return Math.round(Number(parts[1]) * UNIT_MS[unit])
}

const UNIT_BYTES: Readonly<Record<string, number>> = {
  b: 1,
  ...Object.fromEntries(['k', 'm', 'g', 't'].map((letter, i) => [`${letter}b`, 1000 ** (i + 1)])),
  ...Object.fromEntries(['k', 'm', 'g', 't'].map((letter, i) => [`${letter}ib`, 1024 ** (i + 1)])),
}

export function bytes(min: number, max = Number.MAX_SAFE_INTEGER): Parse<number> {
  return (text) => {
    const parts = /^(\d{1,16}(?:\.\d{1,6})?)\s*([kmgt]?i?b)?$/i.exec(text)
    const value = parts
      ? Math.floor(Number(parts[1]) * (UNIT_BYTES[(parts[2] ?? 'b').toLowerCase()] ?? Number.NaN))
      : -1
    if (!(value >= min && value <= max)) {
      throw new Unexpected(`a size of ${min} bytes or more, as bytes or with a unit: 1073741824, 500MB, 1GiB.`)
    }
    return value
  }
}

export function parseDomains(text: string): ServiceDomains {
  const parts = text.split(',').map((part) => part.trim())
  const names = parts
    .filter((part) => part !== '*')
    .map((part) => {
      const name = normaliseDomain(part)
      if (name === null) throw new Unexpected(`a comma list of domains, or * for every domain; "${part}" is no domain.`)
      return name
    })
  return Object.freeze({ names: Object.freeze([...new Set(names)]), every: parts.includes('*') })
}

/** What authorities take into one certificate. */
const MAX_NAMES = 100

/** Names for a certificate, in ASCII. */
export function parseAcmeDomains(text: string): readonly string[] {
  const names = text.split(',').map((part) => {
    const [, asterisk = '', rest = ''] = /^(\*\.)?(.*)$/.exec(part.trim()) ?? []
    const name = normaliseDomain(rest)
    if (name === null) throw new Unexpected(`a comma list of names such as mail.example.com; "${part}" is none.`)
    return `${asterisk}${name}`
  })
  if (names.length > MAX_NAMES) throw new Unexpected(`at most ${MAX_NAMES} names.`)
  return Object.freeze([...new Set(names)])
}

/** RFC 8555 §6.1: over TLS alone. */
export function parseAcmeDirectory(text: string): string {
  if (URL.parse(text)?.protocol !== 'https:') throw new Unexpected('an address that begins with https://.')
  return text
}

/** In the form that node:dns takes: an address, with a port where it is not 53. */
export function parseNameServers(text: string): readonly string[] {
  return Object.freeze(text.split(',').map((part) => parseNameServer(part.trim())))
}

function parseNameServer(text: string): string {
  if (isIP(text)) return text
  const [, v6, v4, port] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= 65_535)
  if (isPort && (isIPv6(v6 ?? '') || (isIPv4(v4 ?? '') && port !== undefined))) return text
  throw new Unexpected(
    `a comma list of addresses, each with a port or without: 9.9.9.9, 127.0.0.1:5353, [2620:fe::fe]:53.`,
  )
}

export function parseHostname(text: string): string {
  const name = normaliseDomain(text)
  if (name === null) throw new Unexpected('a host name, such as mx.example.com.')
  return name
}

/** Without the slash at its end, so that a path can be put behind it. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new Unexpected('an address such as https://mail.example.com, without a query.')
  }
  return url.href.replace(/\/+$/, '')
}

export function parseSmtpUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Unexpected('an address such as smtp://user:password@mail.example.com:587, or smtps://.')
  }
  return text
}

export function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new Unexpected('an address such as postgres://user:password@db.example.com:5432/mayfly.')
  }
  return text
}

export function parseRedis(text: string): RedisPlace {
  const place = parseRedisUrl(text)
  if (!place) {
    throw new Unexpected('an address such as redis://user:password@redis.example.com:6379/0, or rediss:// for TLS.')
  }
  return place
}

export function parseNetworks(text: string): readonly string[] {
  const networks = text.split(',').map((part) => part.trim())
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const right = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
    if (longest < 0 || !right || rest.length > 0) {
      throw new Unexpected(`a comma list such as 127.0.0.1, 10.0.0.0/8; "${network}" is no address or network.`)
    }
  }
  return Object.freeze(networks)
}

export function parseMailbox(text: string): string {
  try {
    return parseAddress(text).text
  } catch {
    throw new Unexpected('an e-mail address, such as mayfly@example.com.')
  }
}

export function parseApiKey(text: string): string {
  if (!isKeyText(text) || keyPrefix(text) !== 'tk_') {
    throw new Unexpected(`a whole API key with its checksum. Here is a fresh one: ${newKeyText()}`)
  }
  return text
}

const MAX_RETRIES = 20

/** Gives milliseconds. */
export function parseSchedule(text: string): readonly number[] {
  const parse = duration('0', '30d')
  const steps = text.split(',').map((part) => parse(part.trim()))
  if (steps.length > MAX_RETRIES) throw new Unexpected(`at most ${MAX_RETRIES} pauses.`)
  return Object.freeze(steps)
}

export function parsePorts(text: string): readonly number[] {
  const parse = integer(1, 65_535, 'port numbers, as a comma list,')
  return Object.freeze(text.split(',').map((part) => parse(part.trim())))
}

export function parseCidrs(text: string): readonly Cidr[] {
  return Object.freeze(
    text.split(',').map((part) => {
      const cidr = parseCidr(part.trim())
      if (!cidr) throw new Unexpected(`networks such as 10.0.0.0/8 or fd00::/8, as a comma list; "${part}" is none.`)
      return cidr
    }),
  )
}

export function parseSwitch(text: string): boolean {
  if (text !== '0' && text !== '1') throw new Unexpected('0 or 1.')
  return text === '1'
}
