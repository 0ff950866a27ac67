import type { Candidate } from './candidates.ts'

/** What a candidate looks like that is no code. Each is a feature of the scorer. */
export type LookAlike =
  | 'year'
  | 'date'
  | 'quantity'
  | 'numbered'
  | 'address'
  | 'postcode'
  | 'range'
  | 'round'
  | 'word'
  | 'quoted'
  | 'syntax'
  | 'promotion'
  | 'example'
  | 'long'
  | 'titled'

const CURRENCY_BEFORE =
  /(?:[$€£¥₹₽₺₩₴฿₫]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|TRY|INR|RUB|UAH|CAD|AUD|BRL|NT\$|R\$|Rs\.?|kr|zł|CZK|SEK|NOK|DKK|CNY|KRW|MXN|ARS)) ?$/
const UNIT_AFTER =
  /^ ?(?:[%°€£¥₹₽₺₩₴$]|‰|(?:USD|EUR|GBP|CHF|JPY|PLN|TRY|TL|INR|RUB|UAH|kr|zł|Ft|lei|euros?|dollars?|pounds?|руб|грн|ریال|ريال|درهم|جنيه|रुपये|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|seconds?|secs?|ms|kWh|[kMGT]B|kg|g|mg|ml|km|cm|mm|m²|px|pt|rpm|calories|kcal|people|users|members|followers|reads|views|words|pages|pieces|pcs|entries|items|lines|bits?|bytes|chars|characters|requests|cases|clients|customers|seats|points|miles|photos|posts|visitors|passengers|attendees|jobs|tests|Minuten|Stunden|Tage|Uhr|Stück|minutos?|horas?|días|dias|minuti|ore|giorni|minuten|uur|dagen|minut|godzin|dni|dakika|saat|gün|минут|час|дн|хвилин|годин|दिन|मिनट|दक|دقيقة|ساعة)(?![\p{L}])|[円元圆圓원명개년월일年月日分秒人件名回点個点張张]|块|塊|小时|分钟|分鐘|時間|시간|분(?!호))/iu
const UNIT_BELOW =
  /^ ?\n\s{0,3}(?:points|visits|users|followers|members|views|people|orders|sign-ups|downloads|Punkte|points|puntos|pontos|punti|punten)\b/i
const MASKED_BEFORE = /(?:[•●∙] ?|\*{2,} |(?:^|[^*])\*|[xX]{2,}[ -]?|\.{3}|…)$/
const NUMBER_SIGN_BEFORE =
  /(?:#|№|[Nn][°ºo]\.?|n\.º|\bNr\.?|\bNo\.?|\bno\.|\b(?:user|account|session|acct\.?|konto|compte|cuenta|conta|conto|rekening|sitzung))\s?$/i
const HEX_COLOUR = /^(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/
const YEAR = /^(?:19[3-9]|20[0-9])\d$/
const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mrt|mei|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|ocak|şub|nis|haz|tem|ağu|eyl|eki|kas|ara|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек|січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|гру)'
const MONTH_BEFORE = new RegExp(`(?<!\\p{L})${MONTH}\\p{L}*\\.?,?\\s(?:\\d{1,2},?\\s)?(?:de\\s)?$`, 'iu')
const COPYRIGHT_BEFORE = /(?:©|\(c\)|copyright)[\s\d-]{0,12}$/i
const STREET_AFTER =
  /^\s(?:[NSEW]\.?\s)?[A-Z][a-z]+\s(?:[A-Z][a-z]+\s)?(?:Street|St|Road|Rd|Avenue|Ave|Blvd|Boulevard|Lane|Ln|Drive|Dr|Way|Parkway|Square|Court)\b/
const STATE_BEFORE = /(?:,\s?|\b)[A-Z]{2}\s$/
const TOWN_AFTER = /^\s\p{Lu}\p{Ll}{2,}/u
const STREET_BEFORE =
  /(?:stra(?:ß|ss)e|str\.|road|street|strasse|calle|rua|ulica|ul\. \p{L}+|cad\.|大街|通り|路)\s(?:no:?\s?)?$/iu

const PROMOTION =
  /\d ?%|%\d|٪|\boff\b|\bsav(?:e|ing)|checkout|\bcart\b|discount|rabatt|\bspar(?:en|st|e)\b|korting|réduction|remise|descuento|ahorr|desconto|sconto|risparmi|taniej|rabat|zniżk|indirim|скидк|знижк|オフ|割引|折|优惠|優惠|할인|خصم|छूट|coupon|voucher|redeem/i
/** `Physics 1204`, `Falcon 2027`: the second half of a name. */
const TITLE_BEFORE = /[\p{L}\p{N},] \p{Lu}\p{Ll}{3,} $/u
const EXAMPLE_BEFORE =
  /(?:e\.g\.,?|for instance,?|for example,?|such as|example:|z\. ?B\.|zum Beispiel|par exemple,?|p\. ex\.|por ejemplo,?|p\. ej\.|por exemplo,?|ad esempio,?|bijvoorbeeld|bijv\.|na przykład|np\.|örneğin|например,?|наприклад,?|例えば|例如|比如|예를 들어|مثلا|مثال|उदाहरण)\s?(?:[\w -]{1,12} (?:or|oder|ou|o|of|lub|или|або) )?$/i

export function lookAlikes(text: string, candidate: Candidate): Set<LookAlike> {
  const before = text.slice(Math.max(0, candidate.start - 40), candidate.start)
  const after = text.slice(candidate.end, candidate.end + 40)
  const found = new Set<LookAlike>()
  const note = (what: LookAlike, is: boolean) => {
    if (is) found.add(what)
  }
  const { value, shape } = candidate
  const raw = text.slice(candidate.start, candidate.end)
  note('syntax', /(?:[=!<>+-]=|=>|const \w{1,20} =|\bvar \w{1,20} =)\s?$/.test(before))
  note('quantity', shape !== 'spelled' && (UNIT_AFTER.test(after) || UNIT_BELOW.test(after)))
  note('numbered', NUMBER_SIGN_BEFORE.test(before))
  note('year', YEAR.test(value))
  note('date', isDate(raw, value) || (YEAR.test(value) && MONTH_BEFORE.test(before)) || COPYRIGHT_BEFORE.test(before))
  note(
    'address',
    STREET_AFTER.test(after) || (/^\d{5}$/.test(value) && (STATE_BEFORE.test(before) || TOWN_AFTER.test(after))),
  )
  note('address', /^\d{4,6}$/.test(value) && STREET_BEFORE.test(before))
  note(
    'address',
    /^\d{5,6}$/.test(value) &&
      /\p{L}[ ,(]+$/u.test(before) &&
      /^\)?\s*$/.test(lineRest(after)) &&
      /,/.test(lineStart(before)),
  )
  note('postcode', /^(?:\d{2}-\d{3}|\d{3}-\d{4}|\d{5}-\d{3,4})$/.test(raw))
  note('example', EXAMPLE_BEFORE.test(before))
  note('promotion', /[A-Za-z]/.test(value) && PROMOTION.test(before + after))
  note('titled', TITLE_BEFORE.test(before))
  note('long', shape === 'mixed' && value.length > 8)
  note('range', isRange(raw))
  note('round', /^\d+000$/.test(value) || /^(\d)\1+$/.test(value))
  note('word', isWordLike(candidate))
  note('quoted', /(?:^|\n)\s?>[^\n]*$/.test(text.slice(Math.max(0, candidate.start - 200), candidate.start)))
  return found
}

function lineRest(after: string): string {
  return after.split('\n', 1)[0] ?? ''
}

function lineStart(before: string): string {
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** Money, colours, card endings, bank accounts, mail addresses: no word nearby makes a code of these. */
export function isNeverACode(text: string, { start, end, value }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  const after = text.slice(end, end + 40)
  if (CURRENCY_BEFORE.test(before)) return true
  if (before.endsWith('#') && HEX_COLOUR.test(value)) return true
  if (MASKED_BEFORE.test(before) && !/^\s{0,3}\*/.test(after)) return true
  if (/^[\w.+-]{0,30}@/.test(after) || /@[\w.-]{0,30}$/.test(before)) return true
  if (/^[A-Z]{2}\d{2}$/.test(value) && /^ [A-Z0-9]{4} [A-Z0-9]{2,4}\b/.test(after)) return true // an IBAN
  return /[+]\d{0,3}[ (]*$/.test(before) || /\(0?\d{2,4}\) ?$/.test(before)
}

function isDate(raw: string, value: string): boolean {
  if (/^\d{4}-\d{1,2}(?:-\d{1,2})?$|^(?:19|20)\d\d-\d{3,}$/.test(raw) || /^\d{1,2}-\d{1,2}-\d{4}$/.test(raw))
    return /(?:19|20)\d\d/.test(raw)
  if (/^\d{2}-\d{2}-\d{2}$/.test(raw)) return /^(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-(?:1|2|3)\d$/.test(raw)
  if (!/^\d{8}$/.test(value) || raw !== value) return false
  return (
    /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(value) ||
    /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(value)
  )
}

function isRange(raw: string): boolean {
  const range = /^(\d{3,4})-(\d{3,4})$/.exec(raw)
  if (range === null) return false
  const width = Number(range[2]) - Number(range[1])
  return width > 0 && width < 60
}

/** `10th`, `SAVE20`, `INV-2026-00817`, `maya2004`: made for reading, not at random. */
function isWordLike({ value, shape }: Candidate): boolean {
  if (shape === 'letters') return /[AEIOU]/.test(value)
  if (shape === 'hyphened')
    return /^[A-Z]{2,5}-(?:19|20)\d\d\b|^[A-Z]{2,5}-\d{4,}$|[a-z]{3,}/.test(value) || /-(?:19|20)\d\d-/.test(value)
  if (shape !== 'mixed') return false
  return /^[A-Z]?[a-z]{2,}\d{1,4}$|^\d{1,4}[a-z]{1,7}$|^[A-Z]{3,}\d{1,4}$|^[a-z]{1,2}\d{1,3}$/.test(value)
}
