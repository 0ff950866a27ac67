import { BlockList, isIP } from 'node:net'

/** Where Cloudflare's proxy answers from, as it publishes it. It passes on HTTP, and no mail. */
const CLOUDFLARE: readonly (readonly [net: string, prefix: number])[] = [
  ['103.21.244.0', 22],
  ['103.22.200.0', 22],
  ['103.31.4.0', 22],
  ['104.16.0.0', 13],
  ['104.24.0.0', 14],
  ['108.162.192.0', 18],
  ['131.0.72.0', 22],
  ['141.101.64.0', 18],
  ['162.158.0.0', 15],
  ['172.64.0.0', 13],
  ['173.245.48.0', 20],
  ['188.114.96.0', 20],
  ['190.93.240.0', 20],
  ['197.234.240.0', 22],
  ['198.41.128.0', 17],
  ['2400:cb00::', 32],
  ['2405:8100::', 32],
  ['2405:b500::', 32],
  ['2606:4700::', 32],
  ['2803:f800::', 32],
  ['2a06:98c0::', 29],
  ['2c0f:f248::', 32],
]

const proxies = new BlockList()
for (const [net, prefix] of CLOUDFLARE) proxies.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')

/** Whether a proxy stands at this address, in place of the server whose name led there. */
export function isProxy(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !address.includes('%') && proxies.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
