import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * What the IANA IPv4 Special-Purpose Address Registry (RFC 6890, RFC 8190) holds and no server on the internet answers
 * from. Multicast and the rest of the old class E have registries of their own, and are no better.
 */
const SPECIAL_IPV4: readonly (readonly [net: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network: RFC 791 §3.2
  ['10.0.0.0', 8], // private: RFC 1918
  ['100.64.0.0', 10], // shared behind carrier NAT: RFC 6598
  ['127.0.0.0', 8], // loopback: RFC 1122 §3.2.1.3
  ['168.63.129.16', 32], // in no registry, but inside Azure it is the platform's own service
  ['169.254.0.0', 16], // link-local, and the metadata services of clouds: RFC 3927
  ['172.16.0.0', 12], // private: RFC 1918
  ['192.0.0.0', 24], // protocol assignments: RFC 6890
  ['192.0.2.0', 24], // documentation: RFC 5737
  ['192.31.196.0', 24], // AS112: RFC 7535
  ['192.52.193.0', 24], // AMT: RFC 7450
  ['192.88.99.0', 24], // 6to4 relays: RFC 7526
  ['192.168.0.0', 16], // private: RFC 1918
  ['192.175.48.0', 24], // AS112: RFC 7534
  ['198.18.0.0', 15], // benchmarks: RFC 2544
  ['198.51.100.0', 24], // documentation: RFC 5737
  ['203.0.113.0', 24], // documentation: RFC 5737
  ['224.0.0.0', 4], // multicast: RFC 5771
  ['240.0.0.0', 4], // reserved, and the limited broadcast: RFC 1112 §4, RFC 919 §7
]

/** The exceptions inside 2000::/3: the IANA IPv6 Special-Purpose Address Registry. */
const SPECIAL_IPV6: readonly (readonly [net: string, prefix: number])[] = [
  ['2001::', 23], // protocol assignments, Teredo among them: RFC 2928, RFC 4380
  ['2001:db8::', 32], // documentation: RFC 3849
  ['2002::', 16], // 6to4: RFC 3056
  ['2620:4f:8000::', 48], // AS112: RFC 7534
  ['3fff::', 20], // documentation: RFC 9637
]

const special = new BlockList()
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6')

/** RFC 3587 §3: the only part of IPv6 from which IANA gives out public addresses. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** RFC 6052 §2.1: where DNS64 puts the IPv4 internet. */
const nat64 = new BlockList()
nat64.addSubnet('64:ff9b::', 96, 'ipv6')

/**
 * Whether it is an address of a server on the internet, and of nothing nearer. IPv6 that carries an IPv4 address
 * (mapped, compatible, 6to4, Teredo, ISATAP, a network's own NAT64) is refused whatever it carries: no public server
 * has one. Only the well-known NAT64 prefix is judged by what it carries, because behind DNS64 every IPv4 server has
 * one.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !special.check(ip, 'ipv4')
  // A zone id (RFC 4007 §11) means something on one machine only.
  if (!isIPv6(ip) || ip.includes('%')) return false
  if (nat64.check(ip, 'ipv6')) return isPublicAddress(lastIPv4(ip))
  return globalUnicast.check(ip, 'ipv6') && !special.check(ip, 'ipv6') && !isIsatap(ip)
}

/** The one spelling of an address, so that two of the same can be compared; null for what is none, or has a zone id. */
export function canonicalAddress(ip: string): string | null {
  if (isIPv4(ip)) return ip
  // The URL parser writes an IPv4 tail as two groups, and everything else as RFC 5952 §4 has it.
  return isIPv6(ip) && !ip.includes('%') ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : null
}

/** RFC 5214 §6.1: the interface identifier 0:5efe or 200:5efe, then an IPv4 address, under any prefix. */
function isIsatap(ip: string): boolean {
  const [, , , , high, low] = groups(ip)
  return low === 0x5efe && (high === 0 || high === 0x200)
}

function lastIPv4(ip: string): string {
  const [high = 0, low = 0] = groups(ip).slice(6)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** The eight groups of a valid IPv6 address. */
function groups(ip: string): number[] {
  const [before = '', after = ''] = (canonicalAddress(ip) ?? '').split('::')
  const read = (half: string) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)))
  const [head, tail] = [read(before), read(after)]
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
