import type { Rendition } from '../domain/message.ts'
import { extractCodes } from '../protocols/extract/extract-codes.ts'
import { extractLinks } from '../protocols/extract/extract-links.ts'
import { summariseHeaders } from '../protocols/mime/header-summary.ts'
import type { ParseLimits } from '../protocols/mime/parse-limits.ts'
import { parseMail } from '../protocols/mime/parse-mail.ts'

/** All that is made of a mail's source when it is read for the first time. */
export async function renderMail(raw: Uint8Array, limits: ParseLimits): Promise<Rendition> {
  const mail = await parseMail(raw, limits)
  const { text, html, html_text: htmlText } = mail
  const { subject } = summariseHeaders(raw)
  return { ...mail, codes: extractCodes({ subject, text, html, htmlText }), links: extractLinks({ text, html }) }
}
