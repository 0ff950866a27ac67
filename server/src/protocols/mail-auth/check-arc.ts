import type { ARCData, ARCSigningData } from 'mailauth'
import { arc } from 'mailauth/lib/arc/index.js'
import { type Arc, toInfo } from './auth-results.ts'
import type { Inquiry } from './inquiry.ts'
import { NOT_SEALED, noArc } from './nothing-checked.ts'

/** RFC 8617 §5.2. The result is none, pass or fail; an unanswered question makes a failure one that may pass. */
export async function checkArc(data: ARCSigningData | undefined, inquiry: Inquiry): Promise<Arc> {
  if (!data || (!data.chain && !data.error)) return noArc(NOT_SEALED)
  const { status } = await arc(data as ARCData, { resolver: inquiry.ask })
  const chain = data.chain || []
  const keyNames = chain.flatMap((set) =>
    [set['arc-seal'], set['arc-message-signature']].map((header) => keyName(header?.parsed)),
  )
  const isUnanswered = status.result === 'fail' && keyNames.some((name) => inquiry.isUnanswered(name))
  return {
    result: isUnanswered ? 'temperror' : (status.result as Arc['result']),
    domain: text(chain.at(-1)?.['arc-seal']?.parsed?.d) || null,
    info: isUnanswered ? 'The key of a seal could not be asked for.' : toInfo(status.comment ?? '') || null,
    instance: chain.length,
  }
}

type Tags = Readonly<Record<string, { readonly value?: unknown } | undefined>>

function keyName(tags: Tags | undefined): string {
  return `${text(tags?.['s'])}._domainkey.${text(tags?.['d'])}`
}

function text(tag: { readonly value?: unknown } | undefined): string {
  return typeof tag?.value === 'string' ? tag.value.toLowerCase() : ''
}
