import { isIPv6 } from 'node:net'

/** How this machine itself reaches a port that is bound to `host`. */
export function localAddress(host: string, port: number): string {
  return `${bracketed(reachable(host))}:${port}`
}

/** The address that stands for all addresses can be bound to, but not everywhere connected to. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
