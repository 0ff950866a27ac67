import type { Rendition } from '../domain/message.ts'
import type { ParsedMail } from '../protocols/mime/parsed-mail.ts'

/** For a mail of which the header alone could be read. */
export function withoutFindings(mail: ParsedMail): Rendition {
  return { ...mail, codes: [], links: [] }
}
