const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const DATE = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/
const DATE_TIME = /^([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/
/** RFC 5322 §3.3 as it is met: the day of the week and everything after the year may be missing. */
const SENT = /(?:^|[\s,])(\d{1,2})[\s-]+([A-Za-z]{3})[a-z]*[\s-]+(\d{4}|\d\d)(?!\d)/

/** Days since 1970, null: there is no such day. */
function dayNumber(year: number, month: string, day: number): number | null {
  const index = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase())
  const moment = new Date(0)
  moment.setUTCFullYear(year, index, day)
  if (index < 0 || moment.getUTCMonth() !== index || moment.getUTCDate() !== day) return null
  return Math.floor(moment.getTime() / 86_400_000)
}

/** RFC 3501 §9 `date`, as days since 1970. */
export function parseDate(text: string): number | null {
  const found = DATE.exec(text)
  return found === null ? null : dayNumber(Number(found[3]), found[2] as string, Number(found[1]))
}

/** RFC 3501 §9 `date-time`, without its quotes, as milliseconds since 1970. */
export function parseDateTime(text: string): number | null {
  const found = DATE_TIME.exec(text)
  if (found === null) return null
  const [hours, minutes, seconds, zoneHours, zoneMinutes] = [4, 5, 6, 8, 9].map((index) => Number(found[index]))
  const day = dayNumber(Number(found[3]), found[2] as string, Number(found[1]))
  if (day === null || hours === undefined || minutes === undefined || seconds === undefined) return null
  if (zoneHours === undefined || zoneMinutes === undefined || zoneMinutes > 59) return null
  // A leap second is the second after it.
  if (hours > 23 || minutes > 59 || seconds > 60) return null
  const offset = (zoneHours * 60 + zoneMinutes) * (found[7] === '-' ? -1 : 1)
  return day * 86_400_000 + ((hours * 60 + minutes - offset) * 60 + seconds) * 1000
}

/** RFC 3501 §6.4.4: the day that a Date field names, disregarding time and zone. */
export function sentDay(value: string): number | null {
  const found = SENT.exec(value)
  if (found === null) return null
  const year = Number(found[3])
  // RFC 5322 §4.3: two digits up to 49 are of this century.
  const full = (found[3] as string).length === 4 ? year : year + (year < 50 ? 2000 : 1900)
  return dayNumber(full, found[2] as string, Number(found[1]))
}

/** RFC 3501 §9 `date-time`, with its quotes; always in UTC, which is also the day that SEARCH goes by. */
export function formatDateTime(milliseconds: number): string {
  const moment = new Date(milliseconds)
  const two = (value: number) => `${value}`.padStart(2, '0')
  const day = `${moment.getUTCDate()}`.padStart(2, ' ')
  const year = `${moment.getUTCFullYear()}`.padStart(4, '0')
  const time = [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()].map(two).join(':')
  return `"${day}-${MONTHS[moment.getUTCMonth()]}-${year} ${time} +0000"`
}
