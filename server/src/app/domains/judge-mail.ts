import { isIP } from 'node:net'
import type { DnsAnswer, MailExchange } from '../../domain/dns-lookup.ts'
import type { ExpectedRecord } from './expected-records.ts'
import { type Judgement, missing, ok, showOne, unanswered, wrong } from './judgement.ts'
import { nameField } from './name-field.ts'
import { isProxy } from './proxy-networks.ts'
import { type ExchangeAnswers, recordsOf, type ZoneAnswers } from './zone-answers.ts'

/** The MX of the domain itself. */
export function judgeMail({ host, value }: ExpectedRecord, answers: ZoneAnswers): Judgement {
  const judged = judgeExchanges(host, value, answers.mail, answers)
  if (judged) return judged
  const { apex, mailElsewhere } = answers
  const [alias] = recordsOf(mailElsewhere.alias)
  if (alias !== undefined) {
    const what = `${host} is a CNAME to ${showOne(alias)}, and beside a CNAME no other record counts.`
    return wrong([alias], `${what} Remove the CNAME (or use what your provider calls ALIAS), then add the MX record.`)
  }
  const doubled = recordsOf(mailElsewhere.doubled)
  if (doubled.some(({ exchange }) => exchange === value)) {
    const where = `The record stands at ${host}.${apex}: your DNS provider adds ${apex} to the name by itself.`
    return wrong(shown(doubled), `${where} Put only ${nameField(host, apex)} into its name field.`)
  }
  return missing(`Add this MX record at your DNS provider, with the name ${nameField(host, apex)}.`)
}

/** The MX of every name below it. */
export function judgeSubdomains({ host, value }: ExpectedRecord, answers: ZoneAnswers): Judgement {
  const judged = judgeExchanges(host, value, answers.subdomains, answers)
  const field = nameField(host, answers.apex)
  return judged ?? missing(`Add this MX record, with the name ${field}, to get mail for every name below the domain.`)
}

/** Null where there is no MX at all. */
function judgeExchanges(
  host: string,
  ours: string,
  answer: DnsAnswer<MailExchange>,
  { apex, exchanges }: ZoneAnswers,
): Judgement | null {
  if ('failure' in answer) return unanswered(host, answer.failure)
  const found = answer.records.toSorted((a, b) => a.priority - b.priority)
  const [first] = found
  if (first === undefined) return null
  const others = found.filter(({ exchange }) => exchange !== ours)
  if (others.length < found.length) return ok(shown(found), besideOthers(others))
  if (found.length === 1 && first.exchange === '') {
    // RFC 7505 §3
    return wrong(shown(found), `This is a null MX, which says that ${host} takes no mail. Replace it with ${ours}`)
  }
  const hints = others.map(({ exchange }) => whatIsWrong(exchange, ours, apex, exchanges.get(exchange)))
  const hint = hints.find((one) => one !== null) ?? otherServer(host, ours, first.exchange)
  return wrong(shown(found), hint)
}

/** RFC 5321 §5.1: senders try the lowest number first, and those of the same number in any order. */
function besideOthers(others: readonly MailExchange[]): string | null {
  if (others.length === 0) return null
  const names = others.slice(0, 3).map(({ exchange }) => (exchange === '' ? 'a null MX' : showOne(exchange)))
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : ''
  return `Beside ours there is ${names.join(', ')}${more}: some mail goes there, and not here. Remove what is not meant to take mail.`
}

const LITERAL = /^\d{1,3}(?:\.\d{1,3}){3}(?:\.|$)/

function whatIsWrong(exchange: string, ours: string, apex: string, seen?: ExchangeAnswers): string | null {
  const name = showOne(exchange)
  if (isIP(exchange.replace(/^\[|\]$/g, '')) !== 0 || LITERAL.test(exchange)) {
    // RFC 5321 §5.1 with RFC 1035 §3.3.9: what an MX names is a host.
    return `An MX names a host, and ${name} is an IP address. Put ${ours} there.`
  }
  if (exchange === `${ours}.${apex}`) {
    return `Your DNS provider has added ${apex} to the value. Write it with a dot at its end: ${ours}.`
  }
  const [alias] = recordsOf(seen?.alias ?? { records: [] })
  // RFC 2181 §10.3: the name in an MX must not be an alias.
  if (alias !== undefined) return `${name} is a CNAME, to which an MX must not point. Put ${ours} there itself.`
  if (exchange.startsWith('_dc-mx.') || recordsOf(seen?.addresses ?? { records: [] }).some(isProxy)) {
    return `${name} leads to a web proxy, which passes on no mail. Switch the proxy off for it ("DNS only"), and put ${ours} into the MX.`
  }
  return null
}

function otherServer(host: string, ours: string, exchange: string): string {
  const choice = `Put ${ours} in its place. If ${host} is to get its mail there as before, add a name below it here instead`
  return `Mail for ${host} goes to ${showOne(exchange) || 'nobody'}. ${choice}, such as inbox.${host.replace('*.', '')}.`
}

function shown(found: readonly MailExchange[]): readonly string[] {
  return found.map(({ priority, exchange }) => `${priority} ${exchange === '' ? '.' : exchange}`)
}
