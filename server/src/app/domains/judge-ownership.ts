import { type ExpectedRecord, OWNERSHIP_PREFIX } from './expected-records.ts'
import { type Judgement, missing, ok, showOne, unanswered, wrong } from './judgement.ts'
import { nameField } from './name-field.ts'
import { recordsOf, type ZoneAnswers } from './zone-answers.ts'

/** The TXT record that only whoever has the zone can have set. */
export function judgeOwnership({ host, value }: ExpectedRecord, answers: ZoneAnswers): Judgement {
  const { ownership } = answers
  if ('failure' in ownership) return unanswered(host, ownership.failure)
  const texts = ownership.records
  if (texts.includes(value)) return ok(texts)
  return texts.length > 0 ? judgeOthers(value, texts) : judgeElsewhere(host, value, answers)
}

function judgeOthers(value: string, texts: readonly string[]): Judgement {
  if (texts.some((text) => text.replace(/["'\\\s]/g, '') === value)) {
    return wrong(texts, `The value has quotation marks or blanks in it. Put in exactly ${value}`)
  }
  if (texts.some((text) => text.includes(OWNERSHIP_PREFIX))) {
    return wrong(texts, `This is the token of an earlier try or of another account. Replace it with ${value}`)
  }
  return wrong(texts, `There is a TXT record, but with another value. Add one with ${value}; the other may stay.`)
}

function judgeElsewhere(host: string, value: string, { apex, ownershipElsewhere }: ZoneAnswers): Judgement {
  const field = nameField(host, apex)
  const doubled = recordsOf(ownershipElsewhere.doubled)
  if (doubled.some((text) => text.includes(OWNERSHIP_PREFIX))) {
    const where = `The record stands at ${host}.${apex}: your DNS provider adds ${apex} to the name by itself.`
    return wrong(doubled, `${where} Put only ${field} into its name field.`)
  }
  const [alias] = recordsOf(ownershipElsewhere.alias)
  if (alias !== undefined) {
    const what = `${host} is a CNAME to ${showOne(alias)}, and beside a CNAME no other record counts.`
    return wrong([alias], `${what} Remove the CNAME, then add the TXT record.`)
  }
  const atApex = recordsOf(ownershipElsewhere.apex).filter((text) => text.includes(value))
  if (atApex.length > 0) return wrong(atApex, `The value is right, but the name is not. Put it at ${field}, not at @.`)
  return missing(`Add this TXT record at your DNS provider, with the name ${field}. New records show within minutes.`)
}
