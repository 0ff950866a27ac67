import { describeAttachment, sortLeaves } from './attachments.ts'
import { readBodyText } from './body-text.ts'
import { isEncrypted } from './encryption.ts'
import { asBuffer } from './header-fields.ts'
import { readHeaders } from './parse-header-only.ts'
import type { Defect, ParseLimits } from './parse-limits.ts'
import type { ParsedMail } from './parsed-mail.ts'
import { splitParts } from './split-parts.ts'

/** Never rejects for what a sender wrote: what can be read is returned, what kept the rest is among the defects. */
export async function parseMail(raw: Uint8Array, limits: ParseLimits): Promise<ParsedMail> {
  const bytes = asBuffer(raw)
  const defects = new Set<Defect>()
  const root = splitParts(bytes, limits, defects)
  const { all, body, attached } = sortLeaves(root)
  const { text, html, htmlText } = readBodyText(bytes, root, limits, defects, (part) => body.has(part))
  if (attached.length > limits.attachments) defects.add('attachments')
  return {
    text,
    html,
    html_text: htmlText,
    attachments: attached.slice(0, limits.attachments).map((part, index) => describeAttachment(bytes, part, index)),
    ...readHeaders(root.fields),
    encrypted: isEncrypted(bytes, root, all, text, html),
    defects: [...defects].sort(),
  }
}
