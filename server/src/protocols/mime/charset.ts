import { Buffer, isAscii, isUtf8 } from 'node:buffer'

/**
 * Squeezed spellings (see `squeeze`) of what mail calls each encoding of the WHATWG Encoding Standard.
 * A closed table: a label a sender made up costs one look-up, never a TextDecoder constructor that throws.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf8 utf8mb4 unicode11utf8 unicode20utf8 cp65001',
  ibm866: 'ibm866 cp866 866',
  'iso-8859-2': 'iso88592 latin2 isolatin2 l2 isoir101',
  'iso-8859-3': 'iso88593 latin3 isolatin3 l3 isoir109',
  'iso-8859-4': 'iso88594 latin4 isolatin4 l4 isoir110',
  'iso-8859-5': 'iso88595 cyrillic isolatincyrillic isoir144',
  'iso-8859-6': 'iso88596 iso88596e iso88596i arabic isolatinarabic asmo708 ecma114 isoir127',
  'iso-8859-7': 'iso88597 greek greek8 isolatingreek ecma118 elot928 isoir126',
  'iso-8859-8': 'iso88598 iso88598e iso88598i hebrew isolatinhebrew logical visual isoir138',
  'iso-8859-10': 'iso885910 latin6 isolatin6 l6 isoir157',
  'iso-8859-13': 'iso885913 latin7',
  'iso-8859-14': 'iso885914 latin8',
  'iso-8859-15': 'iso885915 latin9 isolatin9 l9 latin0',
  'iso-8859-16': 'iso885916 latin10',
  'koi8-r': 'koi8r koi8 koi cp20866 cp878',
  'koi8-u': 'koi8u koi8ru cp21866',
  macintosh: 'macintosh mac macroman',
  'x-mac-cyrillic': 'maccyrillic macukrainian',
  'windows-874': 'windows874 cp874 ms874 dos874 tis620 iso885911',
  'windows-1250': 'windows1250 cp1250 ms1250 win1250',
  'windows-1251': 'windows1251 cp1251 ms1251 win1251',
  'windows-1252': 'windows1252 cp1252 ms1252 win1252 iso88591 latin1 isolatin1 l1 cp819 ibm819 isoir100',
  'windows-1253': 'windows1253 cp1253 ms1253 win1253',
  'windows-1254': 'windows1254 cp1254 ms1254 win1254 iso88599 latin5 isolatin5 l5 isoir148',
  'windows-1255': 'windows1255 cp1255 ms1255 win1255',
  'windows-1256': 'windows1256 cp1256 ms1256 win1256',
  'windows-1257': 'windows1257 cp1257 ms1257 win1257',
  'windows-1258': 'windows1258 cp1258 ms1258 win1258',
  // GB 18030 is a superset of GBK, which is one of GB 2312; senders label all three as the oldest.
  gb18030: 'gb18030 gbk gb2312 gb231280 cp936 ms936 windows936 cp54936 euccn chinese isoir58 iso58gb231280',
  big5: 'big5 big5hkscs cnbig5 cp950 ms950 windows950',
  'euc-jp': 'eucjp cp51932 eucpkdfmtjapanese',
  'iso-2022-jp': 'iso2022jp iso2022jp1 iso2022jp2 iso2022jpms cp50220 cp50221 cp50222 junet',
  shift_jis: 'shiftjis sjis mskanji cp932 ms932 windows31j windows932 cp943',
  'euc-kr': 'euckr uhc cp949 ms949 windows949 ksc5601 ksc56011987 ksc56011989 korean isoir149',
  'utf-16': 'utf16 ucs2 iso10646ucs2 unicode',
  'utf-16le': 'utf16le unicodefeff',
  'utf-16be': 'utf16be unicodefffe',
  ascii: 'usascii ascii ansix341968 iso646us iso646irv1991 646 us 7bit 8bit',
  // UTF-7 hides markup from whoever looks for it in ASCII; the 7-bit ISO 2022 and HZ forms have no safe decoder.
  refused:
    'utf7 unicode11utf7 unicode20utf7 utf7imap cp65000 iso2022kr iso2022cn iso2022cnext hzgb2312 hz utf32 utf32le utf32be ucs4',
}

const ENCODINGS = new Map(
  Object.entries(SPELLINGS).flatMap(([encoding, names]) => names.split(' ').map((name) => [name, encoding] as const)),
)

const decoders = new Map<string, TextDecoder>()

/** The encoding a label names; `ascii`, `refused` and `unknown` are answers of their own. */
export function resolveCharset(label: string): string {
  if (label.length > 64) return 'unknown'
  const name = label
    .toLowerCase()
    .trim()
    .replace(/^["']?(?:x-)?/, '')
    .replace(/:\d{4}/, '')
    .replace(/[^a-z0-9]+/g, '')
  return ENCODINGS.get(name) ?? (name.startsWith('cs') ? ENCODINGS.get(name.slice(2)) : undefined) ?? 'unknown'
}

/** `label` is undefined where the sender named none. `defect`: the text is a guess or has holes. */
export function decodeText(bytes: Uint8Array, label: string | undefined): { text: string; defect: boolean } {
  const encoding = label === undefined ? 'none' : resolveCharset(label)
  switch (encoding) {
    case 'none':
      return { text: guessText(bytes), defect: !isUtf8(bytes) }
    case 'ascii':
    case 'unknown':
      return { text: guessText(bytes), defect: !isAscii(bytes) }
    case 'refused':
      return { text: guessText(bytes), defect: true }
    default: {
      const text = decodeAs(bytes, encoding)
      return { text, defect: encoding === 'utf-8' ? !isUtf8(bytes) : text.includes('\ufffd') }
    }
  }
}

/** UTF-8 where it is valid (RFC 6532), else windows-1252, in which every byte means something. */
export function guessText(bytes: Uint8Array): string {
  return decodeAs(bytes, isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** `encoding` is an answer of `resolveCharset` other than its three special ones. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const name = encoding === 'utf-16' ? utf16Order(bytes) : encoding
  let decoder = decoders.get(name)
  if (decoder === undefined) {
    decoder = new TextDecoder(name)
    decoders.set(name, decoder)
  }
  return decoder.decode(bytes)
}

/** RFC 2781 §4.3: the byte order mark decides. Without one, text in any script has more zero high bytes than low ones. */
function utf16Order(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  let balance = 0
  for (let i = 0; i + 1 < bytes.length && i < 2000; i += 2) {
    if (bytes[i] === 0) balance++
    if (bytes[i + 1] === 0) balance--
  }
  return balance > 0 ? 'utf-16be' : 'utf-16le'
}

/** The bytes behind a string made with latin1. */
export function bytesOf(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1')
}
