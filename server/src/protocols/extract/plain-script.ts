/** The zeros of the scripts that write numbers with digits of their own. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
]

/** By character code. */
const DIGITS: string[] = []
for (const zero of ZEROS) for (let digit = 0; digit < 10; digit++) DIGITS[zero + digit] = String(digit)

/** Not seen by a reader: zero widths, joiners, direction marks, soft hyphens, controls, variation selectors. */
const INVISIBLE = /(?:\p{Default_Ignorable_Code_Point}|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029])+/gu
/** Controls, and what turns the direction of writing; the joiners of Hindi, Persian and emoji stay. */
const TRICKS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const FOREIGN_DIGITS =
  /[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819\uff10-\uff19]{1,16}/g
/** Wide enough to part what stands on both sides: `482913，5分钟` is not a number with a comma. */
const WIDE_MARKS = /[\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/g
const FULL_WIDTH = /[\uff01-\uff0f\uff1a-\uff5e]/g

const ONLY_ASCII = /^[\n\x20-\x7e]*$/

/** Digits and letters as one types them, one kind of space and of hyphen, nothing invisible. */
export function toPlainScript(text: string): string {
  if (ONLY_ASCII.test(text)) return text
  return (
    composed(text)
      // Lower case would make two characters of it, and positions must hold in both cases.
      .replaceAll('İ', 'I')
      .replace(SPACES, ' ')
      .replace(INVISIBLE, '')
      .replace(DASHES, '-')
      .replace(FOREIGN_DIGITS, toAsciiDigits)
      .replace(WIDE_MARKS, (mark) => `${String.fromCharCode(mark.charCodeAt(0) - 0xfee0)} `)
      .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
  )
}

/** A letter and its accent as one, as the keywords are written; few mails need it, and it takes its time. */
function composed(text: string): string {
  return /[\u0300-\u036f]/.test(text) ? text.normalize('NFC') : text
}

function toAsciiDigits(run: string): string {
  let digits = ''
  for (let at = 0; at < run.length; at++) digits += DIGITS[run.charCodeAt(at)] ?? ''
  return digits
}

/** For what is handed on as it was written, but may not play tricks on whoever shows it. */
export function withoutTricks(text: string): string {
  return text.replace(TRICKS, '')
}
