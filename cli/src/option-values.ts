import { InvalidArgumentError } from 'commander'

// What follows an option, read. A refusal says what it should be.

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number from 1 up.')
}

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** In seconds: `90`, `90s`, `2m`, `1h`, `7d`. */
export function parseDuration(text: string): number {
  const found = /^(\d{1,9}(?:\.\d{1,3})?)([smhd]?)$/.exec(text)
  if (found) return Number(found[1]) * UNITS[(found[2] || 's') as keyof typeof UNITS]
  throw new InvalidArgumentError('Give seconds, such as 30, or 90s, 2m, 1h.')
}

export function parsePlace(text: string): { readonly host: string; readonly port: number } {
  const found = /^(?:\[([\da-fA-F:]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text)
  const port = Number(found?.[3])
  if (found && port > 0 && port < 65_536) return { host: found[1] ?? found[2] ?? '', port }
  throw new InvalidArgumentError('Give HOST:PORT, such as 127.0.0.1:1025.')
}

/** A web address; a number alone is a port of this machine. */
export function parseWebAddress(text: string): string {
  const address = /^\d{1,5}(?:\/|$)/.test(text) ? `http://127.0.0.1:${text}` : text
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new InvalidArgumentError('Give a web address, such as http://127.0.0.1:3000/hooks.')
}

export function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(text)) return text
  throw new InvalidArgumentError('Give whsec_ and the rest of it, as the endpoint shows it.')
}
