import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface Cidr {
  readonly net: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Where connections may go: public addresses at these ports, and what the operator opened, at any port. */
export interface AddressRules {
  readonly ports: ReadonlySet<number>
  readonly opened: BlockList
  /** Whether anything is opened at all: then a name may lead to a port that is otherwise closed. */
  readonly opensAny: boolean
}

/** `10.0.0.0/8`, `fd00::/8`, or one address without a prefix; null for anything else. */
export function parseCidr(text: string): Cidr | null {
  const [net = '', prefix, ...rest] = text.split('/')
  const version = isIP(net)
  if (version === 0 || net.includes('%') || rest.length > 0) return null
  const bits = version === 4 ? 32 : 128
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) return { net, prefix: bits, family }
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return null
  return { net, prefix: Number(prefix), family }
}

export function makeAddressRules(ports: readonly number[], opened: readonly Cidr[]): AddressRules {
  const list = new BlockList()
  for (const { net, prefix, family } of opened) list.addSubnet(net, prefix, family)
  return { ports: new Set(ports), opened: list, opensAny: opened.length > 0 }
}

/** Null where a connection may be made, else what forbids it. */
export function whatForbids(ip: string, port: number, rules: AddressRules): null | 'address' | 'port' {
  if (isOpened(ip, rules)) return null
  if (!isPublicAddress(ip)) return 'address'
  return rules.ports.has(port) ? null : 'port'
}

function isOpened(ip: string, rules: AddressRules): boolean {
  const version = isIP(ip)
  if (version === 0 || ip.includes('%')) return false
  return rules.opened.check(ip, version === 4 ? 'ipv4' : 'ipv6')
}
