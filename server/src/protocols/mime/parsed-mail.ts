import type { Attachment } from './attachments.ts'
import type { Defect } from './parse-limits.ts'

export type ParsedMail = {
  text: string
  html: string
  /** The HTML as readable text where there is a text part too; '' where `text` is that already. */
  html_text: string
  attachments: Attachment[]
  /** Names as written; values on one line, encoded words decoded, without controls. */
  headers: { name: string; value: string }[]
  cc: string[]
  reply_to: string[]
  message_id_header: string | null
  in_reply_to: string | null
  encrypted: boolean
  defects: Defect[]
}
