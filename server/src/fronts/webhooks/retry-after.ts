/** Nobody is made to wait longer than this. */
export const MAX_RETRY_AFTER_S = 86_400

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** RFC 9110 §5.6.7: the form to send, and the two old ones that a recipient must understand as well. */
const DATES = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) (?<year>\d{4})$/,
]

/** RFC 9110 §10.2.3: seconds from now, whether it says seconds or a date; null where it says neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const text = value.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_S)
  const at = parseHttpDate(text, now)
  return at === null ? null : Math.min(Math.max(Math.ceil((at - now) / 1000), 0), MAX_RETRY_AFTER_S)
}

function parseHttpDate(text: string, now: number): number | null {
  const found = DATES.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!found) return null
  const { day, month = '', year = '', h, m, s } = found
  const at = (fullYear: number) =>
    Date.UTC(fullYear, MONTHS.indexOf(month), Number(day), Number(h), Number(m), Number(s))
  if (!MONTHS.includes(month)) return null
  return at(year.length === 4 ? Number(year) : fullYear(Number(year), now))
}

/** RFC 9110 §5.6.7: two digits that seem to lie more than 50 years ahead are of the century before. */
function fullYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + twoDigits
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury
}
