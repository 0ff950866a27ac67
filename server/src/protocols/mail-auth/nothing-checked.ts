import type { Arc, Dkim, Dmarc, Origin, Spf } from './auth-results.ts'
import { plainAddress } from './exemption.ts'

/** The verdicts of checks that had nothing to look at, each with its reason. */
export function noSpf({ peer }: Origin, info: string): Spf {
  return { result: 'none', domain: null, info, identity: null, client_ip: peer && plainAddress(peer.address) }
}

export function noDkim(info: string): Dkim {
  return { result: 'none', domain: null, info, selector: null, signatures: [] }
}

export function noDmarc(info: string): Dmarc {
  return { result: 'none', domain: null, info, policy: null, aligned: [] }
}

export function noArc(info: string): Arc {
  return { result: 'none', domain: null, info, instance: 0 }
}

export const NOT_SIGNED = 'The message is not signed.'
export const NOT_SEALED = 'Nobody has sealed the message.'
export const NOTHING_TO_ALIGN = 'There is neither a peer to check nor a signature.'
