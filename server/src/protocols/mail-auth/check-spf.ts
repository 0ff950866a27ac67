import { domainToASCII } from 'node:url'
import { spf } from 'mailauth/lib/spf/index.js'
import { type Origin, type Spf, toInfo } from './auth-results.ts'
import { exemption, plainAddress } from './exemption.ts'
import type { Inquiry } from './inquiry.ts'
import { noSpf } from './nothing-checked.ts'

/** mailauth puts the name of the host before what it tells. */
const MTA = 'mayfly'

/** RFC 7208: 10 lookups and 2 void ones (§4.6.4) are counted by mailauth. */
export async function checkSpf(origin: Origin, inquiry: Inquiry, privatePeers: boolean): Promise<Spf> {
  const reason = exemption(origin, privatePeers)
  if (reason !== null || origin.peer === null) return noSpf(origin, reason ?? '')
  const { address, helo } = origin.peer
  const client_ip = plainAddress(address)
  const { sender, domain, identity } = identify(origin.envelopeFrom, helo)
  if (domain === '') return noSpf(origin, 'Neither MAIL FROM nor HELO names a domain.')
  const { status } = await spf({ ip: client_ip, helo, sender, mta: MTA, resolver: inquiry.ask })
  // An error that no unanswered question explains will be the same next time.
  const result = status.result === 'temperror' && !inquiry.hasUnanswered ? 'permerror' : status.result
  const info = toInfo((status.comment ?? '').replace(`${MTA}: `, ''))
  return { result: result as Spf['result'], domain, info, identity, client_ip }
}

/** RFC 7208 §2.4: the null reverse-path is checked by the name in HELO. */
function identify(from: string, helo: string): { sender: string; domain: string; identity: 'mailfrom' | 'helo' } {
  const at = from.lastIndexOf('@')
  const identity = at < 0 ? 'helo' : 'mailfrom'
  const local = at < 0 ? 'postmaster' : from.slice(0, at)
  const domain = domainToASCII(at < 0 ? helo : from.slice(at + 1))
  return { sender: `${local}@${domain}`, domain: domain.includes('.') ? domain : '', identity }
}
