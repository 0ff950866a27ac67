import { randomBytes, randomInt } from 'node:crypto'

/** Short, plain and hard to mishear: they make an address readable, the characters behind them make it a secret. */
const FIRST =
  'amber brave calm dapper eager fair gentle happy icy jolly keen lucky mellow neat olive plain quiet rapid silver tidy'
const SECOND =
  'ant bee crane dove eagle finch gull heron ibis jay kite lark moth newt owl plover quail robin swift tern wren'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 13 characters of 5 bits: 65 bits that nobody can guess. */
const SECRET_LENGTH = 13

export function randomLocalPart(): string {
  const secret = Array.from(randomBytes(SECRET_LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  return `${pick(FIRST)}-${pick(SECOND)}-${secret}`
}

function pick(words: string): string {
  const list = words.split(' ')
  return list[randomInt(list.length)] as string
}
