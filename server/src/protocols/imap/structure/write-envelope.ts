import type { Address, Envelope } from './envelope.ts'
import { type Wire, WireWriter } from './wire.ts'

/** ENVELOPE as FETCH sends it (RFC 3501 §7.4.2). */
export function writeEnvelope(envelope: Envelope): Wire {
  const out = new WireWriter()
  putEnvelope(out, envelope)
  return out.wire()
}

export function putEnvelope(out: WireWriter, envelope: Envelope): void {
  out.put('(').nstring(envelope.date).put(' ').nstring(envelope.subject)
  const { from, sender, replyTo, to, cc, bcc } = envelope
  for (const list of [from, sender, replyTo, to, cc, bcc]) putAddresses(out.put(' '), list)
  out.put(' ').nstring(envelope.inReplyTo).put(' ').nstring(envelope.messageId).put(')')
}

function putAddresses(out: WireWriter, list: readonly Address[]): void {
  if (list.length === 0) {
    out.put('NIL')
    return
  }
  out.put('(')
  for (const [name, adl, mailbox, host] of list) {
    out.put('(').nstring(name).put(' ').nstring(adl).put(' ').nstring(mailbox).put(' ').nstring(host).put(')')
  }
  out.put(')')
}
