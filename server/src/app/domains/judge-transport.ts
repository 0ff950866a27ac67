import type { DnsAnswer } from '../../domain/dns-lookup.ts'
import type { ExpectedRecord } from './expected-records.ts'
import { type Judgement, missing, ok, showOne, unanswered, wrong } from './judgement.ts'
import { isProxy } from './proxy-networks.ts'
import { recordsOf, type ZoneAnswers } from './zone-answers.ts'

/** RFC 8461 §3.1: the record that says that there is a policy, and which. */
export function judgePolicyRecord({ host, value }: ExpectedRecord, answer: DnsAnswer<string>): Judgement {
  if ('failure' in answer) return unanswered(host, answer.failure)
  const found = answer.records.filter((text) => fields(text)[0] === 'v=STSv1')
  const [only] = found
  if (only === undefined) return missing('Add this TXT record, and the CNAME below it, so that senders insist on TLS.')
  if (found.length > 1) {
    return wrong(found, 'There is more than one such record, and senders then take none. Leave the one that is ours.')
  }
  const [, wanted] = fields(value)
  if (fields(only).some((field) => field === wanted)) return ok(found)
  return wrong(found, `The id is another one, so that senders keep an older policy. Put in ${value}`)
}

/** RFC 8461 §3.3: the name that senders fetch the policy from. An A or AAAA record that leads here does as well. */
export function judgePolicyHost({ host, value }: ExpectedRecord, answers: ZoneAnswers): Judgement {
  const { policyAlias, policyAddresses, serviceAddresses } = answers
  if ('failure' in policyAlias) return unanswered(host, policyAlias.failure)
  const aliases = policyAlias.records
  if (aliases.includes(value)) return ok(aliases)
  if (aliases.length > 0)
    return wrong(aliases, `${host} leads to ${showOne(aliases[0] ?? '')}. Let it lead to ${value}`)
  if ('failure' in policyAddresses) return unanswered(host, policyAddresses.failure)
  const addresses = policyAddresses.records
  if (addresses.length === 0) return missing('Add this CNAME record, so that senders find the policy.')
  if (addresses.some((address) => recordsOf(serviceAddresses).includes(address))) return ok(addresses)
  if (addresses.some(isProxy)) {
    return wrong(addresses, `A web proxy stands before ${host}. Switch it off for this name ("DNS only").`)
  }
  return wrong(addresses, `${host} leads to another server. Make it a CNAME to ${value}`)
}

/** RFC 8460 §3: where senders report to. Whatever address the owner has chosen is right. */
export function judgeReports({ host }: ExpectedRecord, answer: DnsAnswer<string>): Judgement {
  if ('failure' in answer) return unanswered(host, answer.failure)
  const found = answer.records.filter((text) => fields(text)[0] === 'v=TLSRPTv1')
  const [only] = found
  if (only === undefined) return missing('Add this TXT record to hear of senders whose TLS failed.')
  if (found.length > 1)
    return wrong(found, 'There is more than one such record, and senders then take none. Leave one.')
  if (fields(only).some((field) => /^rua=(?:mailto|https):/i.test(field))) return ok(found)
  return wrong(found, 'It does not say where reports go. Give it a rua=mailto: address.')
}

function fields(text: string): readonly string[] {
  return text.split(';').map((field) => field.trim().replace(/\s*=\s*/, '='))
}
