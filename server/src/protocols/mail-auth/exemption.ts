import { BlockList, isIP, isIPv4 } from 'node:net'
import type { Origin } from './auth-results.ts'

/** Addresses that mean another machine in every network: no domain of the internet can vouch for them. */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')
}

/** As it is written in an SPF record: without a zone, and IPv4 as IPv4 also where it came over an IPv6 socket. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const mapped = /^::ffff:/i.test(bare) ? bare.slice(7) : bare
  return isIPv4(mapped) ? mapped : bare
}

/** Why SPF has nothing to say about how this mail came; null where it has. */
export function exemption({ peer }: Origin, privatePeers: boolean): string | null {
  if (peer === null) return 'It did not come by SMTP.'
  const address = plainAddress(peer.address)
  const family = isIP(address)
  if (family === 0) return 'The address of the peer is not known.'
  if (privatePeers || !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null
  return `${address} is no public address: no record of the internet can name it.`
}
