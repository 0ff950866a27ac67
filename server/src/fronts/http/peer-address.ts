import type { FastifyRequest } from 'fastify'

/** Of the client, as far as the proxies before us are trusted. An IPv4 address is shown as one. */
export function peerAddress({ ip }: FastifyRequest): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}
