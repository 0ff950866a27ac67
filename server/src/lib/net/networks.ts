import { BlockList, isIP } from 'node:net'
import { parseCidr } from './address-rules.ts'

/** Whether an address is one of these, or in one of these networks. An IPv4 address may be written as IPv6. */
export function makeIsIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const cidr = parseCidr(network)
    if (cidr) list.addSubnet(cidr.net, cidr.prefix, cidr.family)
  }
  return (text) => {
    const address = text.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
