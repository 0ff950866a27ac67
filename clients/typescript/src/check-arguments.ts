import { InvalidRequestError } from './errors.ts'

/** Longer ones no service takes (RFC 5321 §4.5.3.1). Letters beyond ASCII may take more room on the way. */
const MAX_ADDRESS = 508

/** Only what is certainly no address: the service knows the rest of the rules. */
const ADDRESS = /^(?:"(?:[^"\\\p{Cc}]|\\.)*"|[^\s"(),:;<>@[\]\\\p{Cc}]+)@[^\s@<>()[\]"',;:\p{Cc}]+$/u

export function checkAddress(address: string): string {
  if (typeof address === 'string' && address.length <= MAX_ADDRESS && ADDRESS.test(address)) return address
  const detail = `${JSON.stringify(address) ?? 'undefined'} is not an e-mail address. Give it as name@domain.`
  throw new InvalidRequestError(detail, { code: 'invalid_address', errors: [{ pointer: '/address', detail }] })
}

/** Only what is certainly no domain. */
export function checkDomain(domain: string): string {
  if (typeof domain === 'string' && /^[^\s@/:\p{Cc}]+$/u.test(domain)) return domain
  throw refuse('domain', `must be a name like mail.example.com, and is ${JSON.stringify(domain) ?? 'undefined'}.`)
}

/** Also for what a path is made of: an empty id would be another path. */
export function checkId(id: string, name: string): string {
  if (typeof id === 'string' && id !== '') return id
  throw refuse(name, `must be the id of one, and is ${JSON.stringify(id) ?? 'undefined'}.`)
}

/** Milliseconds. */
export function checkTime(time: number, name: string): number {
  if (typeof time === 'number' && time >= 0) return time
  throw refuse(name, `must be milliseconds, zero or more, and is ${time}.`)
}

export function checkCount(count: number, name: string, least = 0): number {
  if (Number.isInteger(count) && count >= least) return count
  throw refuse(name, `must be a whole number from ${least} up, and is ${count}.`)
}

/** A moment as the service reads it. */
export function checkMoment(moment: Date | string, name: string): string {
  if (typeof moment === 'string') return moment
  if (!Number.isNaN(moment.getTime())) return moment.toISOString()
  throw refuse(name, 'is a Date without a time. Check how it was made.')
}

export function refuse(name: string, detail: string): InvalidRequestError {
  return new InvalidRequestError(`\`${name}\` ${detail}`, {
    code: 'invalid_request',
    errors: [{ pointer: `/${name}`, detail }],
  })
}
