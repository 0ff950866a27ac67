import { BdatReader } from './bdat-reader.ts'
import { finishMessage } from './data.ts'
import type { Dialogue } from './dialogue.ts'
import { BAD_BDAT, BAD_CHUNK_SIZE, LOCAL_ERROR, MESSAGE_TOO_BIG, type Reply } from './replies.ts'
import type { Step } from './step.ts'

interface Chunk {
  readonly size: number
  readonly last: boolean
  readonly wellFormed: boolean
}

// 15 digits are exact as a number, and more than any connection lives to send.
const ARGUMENTS = /^([0-9]{1,15})(?: +(.*))?$/

/** RFC 3030 §2. A refused chunk is swallowed whole, and refused at its end: its octets are never commands. */
export function bdat(dialogue: Dialogue, args: string): Step | Promise<Step> {
  const chunk = parseChunk(args)
  // Nobody knows where the next command starts.
  if (chunk === null) return { reply: BAD_CHUNK_SIZE, after: 'close' }
  const refusal = refuse(dialogue, chunk)
  const body = refusal === null ? dialogue.body : null
  const finish = () => (refusal === null ? finishChunk(dialogue, chunk) : { reply: refusal })
  if (chunk.size === 0) return finish()
  return { reply: null, reception: { reader: new BdatReader(chunk.size), body, finish } }
}

function parseChunk(args: string): Chunk | null {
  const found = ARGUMENTS.exec(args)
  if (found === null) return null
  const last = /^last$/i.test(found[2] ?? '')
  return { size: Number(found[1]), last, wellFormed: last || found[2] === undefined }
}

function refuse(dialogue: Dialogue, { size, wellFormed }: Chunk): Reply | null {
  const misplaced = dialogue.misplaced('BDAT')
  if (misplaced !== null) return misplaced
  if (!wellFormed) {
    // The message has lost a part: it cannot be completed any more.
    dialogue.reset()
    return BAD_BDAT
  }
  if ((dialogue.body?.size ?? 0) + size > dialogue.setup.limits.messageBytes) {
    dialogue.reset()
    return MESSAGE_TOO_BIG // RFC 1870 §6.3
  }
  return (dialogue.body ?? dialogue.openBody()) === null ? LOCAL_ERROR : null
}

function finishChunk(dialogue: Dialogue, { size, last }: Chunk): Step | Promise<Step> {
  const body = dialogue.body
  const refusal = body === null ? LOCAL_ERROR : body.refusal
  if (body === null || refusal !== null) return { reply: refusal, after: 'reset' }
  return last ? finishMessage(body) : { reply: { code: 250, text: `2.0.0 ${size} octets received` } }
}
