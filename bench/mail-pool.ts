import { seededRandom } from './random.ts'
import { WORDS } from './words.ts'

export interface PooledMail {
  /** As it is stored: without dot stuffing and without the final dot. */
  readonly raw: Buffer
  /** As it goes over the wire after 354. */
  readonly wire: Buffer
}

const POOL_SIZE = 256
const LINE = 76
/** How much rarer a late word of the list is than an early one. */
const SKEW = 2
/**
 * A mail is about something: half its words are of its own few. Without that, such text compresses worse than prose;
 * with it, zstd makes 0.48 of it, where English text files of the same length come to 0.45 to 0.52.
 */
const TOPIC_WORDS = 60
const TOPIC_SHARE = 0.5

type PickWord = () => string

/** Mails of ordinary text of about this size, each another. */
export function makeMailPool(bytes: number): readonly PooledMail[] {
  const random = seededRandom(bytes)
  return Array.from({ length: POOL_SIZE }, (_, i) => makeMail(random, i, bytes))
}

/** Sizes differ by an eighth either way, as no two mails have the same length. */
function makeMail(random: () => number, number: number, bytes: number): PooledMail {
  const size = Math.round(bytes * (0.875 + random() / 4))
  const pick = pickerOf(random)
  const head = makeHead(random, pick, number)
  const raw = Buffer.from(`${head}\r\n${makeText(random, pick, size - head.length - 2)}`, 'latin1')
  return { raw, wire: toWire(raw) }
}

function makeHead(random: () => number, pick: PickWord, number: number): string {
  const [given, family] = [capital(pick()), capital(pick())]
  const host = `${pick()}-${pick()}.example.com`
  const subject = capital(Array.from({ length: 3 + Math.floor(random() * 6) }, pick).join(' '))
  const date = new Date(1_780_000_000_000 + number * 61_000).toUTCString().replace('GMT', '+0000')
  return [
    `Date: ${date}`,
    `From: ${given} ${family} <${given}.${family}@${host}>`,
    'To: Reader <reader@mayfly.test>',
    `Message-ID: <${token(random)}.${token(random)}@${host}>`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 7bit',
    `List-Unsubscribe: <https://${host}/u/${token(random)}${token(random)}>`,
    '',
  ].join('\r\n')
}

/** Sentences in paragraphs, now and then with a number or a link, in lines as mail has them. */
function makeText(random: () => number, pick: PickWord, length: number): string {
  let text = ''
  let column = 0
  while (text.length < length - LINE) {
    const paragraphEnds = random() < 0.2
    for (const word of makeSentence(random, pick)) {
      if (column + word.length >= LINE) {
        text += '\r\n'
        column = 0
      }
      text += column === 0 ? word : ` ${word}`
      column += word.length + 1
    }
    if (!paragraphEnds) continue
    text += '\r\n\r\n'
    column = 0
  }
  return `${text.slice(0, length - 2).trimEnd()}\r\n`
}

function makeSentence(random: () => number, pick: PickWord): string[] {
  const words = Array.from({ length: 6 + Math.floor(random() * 14) }, pick)
  const shape = random()
  if (shape < 0.15) words.push(`${Math.floor(random() * 10_000)}.${Math.floor(random() * 90) + 10}`)
  else if (shape < 0.2) words.push(`https://${pick()}.example.com/${token(random)}`)
  words[0] = capital(words[0] ?? '')
  if (random() < 0.5) words[3] += ','
  words[words.length - 1] += '.'
  return words
}

function pickerOf(random: () => number): PickWord {
  const anyWord = (): string => WORDS[Math.floor(WORDS.length * random() ** SKEW)] as string
  const topic = Array.from({ length: TOPIC_WORDS }, anyWord)
  return () => (random() < TOPIC_SHARE ? (topic[Math.floor(random() * TOPIC_WORDS)] as string) : anyWord())
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function token(random: () => number): string {
  return Math.floor(random() * 36 ** 8).toString(36)
}

/** RFC 5321 §4.5.2: a dot at the start of a line is doubled. */
export function toWire(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replace(/^\./gm, '..')
  return Buffer.from(`${text}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1')
}
