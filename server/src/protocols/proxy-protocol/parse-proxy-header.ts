import { isIPv4, isIPv6 } from 'node:net'

/** Who is behind the proxy. */
export interface ProxiedPeer {
  readonly address: string
  readonly port: number
}

/**
 * What the bytes so far mean: more are needed; or the header ends after `length`, with the peer that it names, null where
 * the proxy speaks for itself; or it is none.
 */
export type ProxyHeader =
  | { readonly state: 'incomplete' }
  | { readonly state: 'complete'; readonly length: number; readonly peer: ProxiedPeer | null }
  | { readonly state: 'wrong'; readonly reason: string }

/** PROXY protocol, section 2.1: the longest line, with its CRLF. */
const MAX_V1 = 107
/** Section 2.2. No TCP protocol begins like this. */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const V2_HEAD = 16
/** Addresses and what proxies say beside them. More is no proxy that we know. */
const MAX_V2_BODY = 4_096

const INCOMPLETE: ProxyHeader = { state: 'incomplete' }

/** Reads versions 1 and 2 of HAProxy's PROXY protocol. Looks at no more bytes than a header may have. */
export function parseProxyHeader(bytes: Uint8Array): ProxyHeader {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (beginsLike(data, SIGNATURE)) return data.length < V2_HEAD ? INCOMPLETE : parseV2(data)
  if (beginsLike(data, PREFIX)) return parseV1(data)
  return wrong('it does not begin with a PROXY header')
}

const PREFIX = Buffer.from('PROXY ', 'latin1')

/** As far as there are bytes. */
function beginsLike(data: Buffer, start: Buffer): boolean {
  const length = Math.min(data.length, start.length)
  return data.subarray(0, length).equals(start.subarray(0, length))
}

function parseV1(data: Buffer): ProxyHeader {
  const line = data.subarray(0, MAX_V1).toString('latin1')
  const end = line.indexOf('\r\n')
  if (end < 0) return data.length >= MAX_V1 ? wrong('its line has no end') : INCOMPLETE
  const length = end + 2
  const [, family, ...rest] = line.slice(0, end).split(' ')
  if (family === 'UNKNOWN') return { state: 'complete', length, peer: null }
  const [source = '', target = '', sourcePort = '', targetPort = ''] = rest
  const isAddress = { TCP4: isIPv4, TCP6: isIPv6 }[family ?? '']
  const right =
    rest.length === 4 && isAddress?.(source) && isAddress(target) && isPort(sourcePort) && isPort(targetPort)
  if (!right || source.includes('%')) return wrong('its line makes no sense')
  return { state: 'complete', length, peer: { address: source, port: Number(sourcePort) } }
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535
}

const LOCAL = 0
const PROXY = 1

function parseV2(data: Buffer): ProxyHeader {
  const [version, command] = [data.readUInt8(12) >> 4, data.readUInt8(12) & 0x0f]
  const body = data.readUInt16BE(14)
  if (version !== 2 || command > PROXY) return wrong('its version or command is unknown')
  if (body > MAX_V2_BODY) return wrong(`it is longer than ${MAX_V2_BODY} bytes`)
  const length = V2_HEAD + body
  if (data.length < length) return INCOMPLETE
  // Section 2.2: LOCAL is the proxy's own look after us, and the addresses are to be passed over.
  if (command === LOCAL) return { state: 'complete', length, peer: null }
  return readV2Peer(data.readUInt8(13), data.subarray(V2_HEAD, length), length)
}

/** By family and transport: over TCP, how long an address is. What follows the two ports is for others. */
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 17: 4, 33: 16 }

function readV2Peer(family: number, body: Buffer, length: number): ProxyHeader {
  // Section 2.2: what the proxy could not name is taken as if it spoke for itself.
  if (family === 0) return { state: 'complete', length, peer: null }
  const size = ADDRESS_BYTES[family]
  if (size === undefined || body.length < 2 * size + 4) return wrong('its addresses are not those of TCP')
  const address = size === 4 ? body.subarray(0, 4).join('.') : ipv6Text(body.subarray(0, 16))
  return { state: 'complete', length, peer: { address, port: body.readUInt16BE(2 * size) } }
}

/** RFC 5952 §4: written as everybody writes it. */
function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(2 * i).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

function wrong(reason: string): ProxyHeader {
  return { state: 'wrong', reason }
}
