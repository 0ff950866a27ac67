import { DomainError } from '../../domain/domain-error.ts'

export const PASSWORD_LENGTH = { min: 10, max: 200 } as const

/** Those of ten characters and more that lists of leaked passwords have at their top. */
const COMMON = new Set(
  `0123456789 01234567890 0987654321 1029384756 1111111111 11111111111 111111111111 112233445566 1122334455 1212121212
   1223334444 123123123123 1231231231 1234512345 123456123456 12345678900 1234567890 12345678901 123456789012
   1234567890a 1234567891 12345678910 1234567899 123456789a 123456789q 123456789z 1234qwerty 123qweasdzxc 1q2w3e4r5t
   1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc 2222222222 5555555555 6666666666 7777777777 8888888888 9876543210 9999999999
   a123456789 aa12345678 abc1234567 abc123456789 abcd123456 abcdefghij abcdefghijk administrator adminadmin admin12345
   alexander1 asdasdasdasd asdf123456 asdfasdfasdf asdfghjkl1 asdfghjkl; bismillah1 changeme123 charlie123 computer123
   football10 football123 iloveyou12 iloveyou123 letmein123 liverpool1 manchester mayflymayfly michael123 microsoft1
   monkey1234 mypassword myspace123 naruto1234 p@ssw0rd123 pa55word123 pass123456 password01 password10 password11
   password12 password123 password1234 password12345 passwordpassword passw0rd123 passw0rd12 princess12 princess123
   q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qqqqqqqqqq qwe123qwe123 qweasdzxc1 qwer123456 qwerasdfzxcv qwerty1234 qwerty12345
   qwerty123456 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123 samsung123 september1 starwars123 sunshine12 sunshine123
   superman12 superman123 test123456 testtest123 trustno123 welcome123 welcome1234 whatever12 zaq12wsxcde zxcvbnm123
   zxcvbnm1234 zzzzzzzzzz`.split(/\s+/),
)

/** Long is strong: no rule about kinds of characters, but not what is tried first. */
export function requireGoodPassword(password: string, email: string, pointer = '/password'): void {
  const fault = faultOf(password, email.toLowerCase())
  if (fault === null) return
  throw new DomainError('invalid_request', `The password ${fault}.`, { faults: [{ pointer, detail: fault }] })
}

function faultOf(password: string, email: string): string | null {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.min) return `must have at least ${PASSWORD_LENGTH.min} characters`
  if (length > PASSWORD_LENGTH.max) return `must have at most ${PASSWORD_LENGTH.max} characters`
  const folded = password.toLowerCase()
  if (folded === email || folded === email.split('@')[0]) return 'must not be your e-mail address'
  if (COMMON.has(folded) || new Set(folded).size < 3) return 'is among those that everybody tries first: choose another'
  return null
}
