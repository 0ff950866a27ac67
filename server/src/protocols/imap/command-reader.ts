import { Assembly, type Desk, type Literal, type Received } from './assembly.ts'
import { LITERAL_MARK } from './cursor.ts'
import type { Input } from './input.ts'
import { Farewell } from './refusal.ts'

export type { Desk, Literal, Received } from './assembly.ts'

/** More digits than any length needs, and still exact. */
const MAX_DIGITS = 15

/** Reads one command with its literals, each bounded before it is read. null: nothing more will come. */
export async function readCommand(input: Input, desk: Desk): Promise<Received | null> {
  const command = new Assembly(desk)
  for (;;) {
    const line = await input.line(command.room)
    if (line === null) return null
    command.addLine(line)
    const literal = readMark(line.text)
    if (literal === null) return command.receive(null)
    const verdict = command.judge(literal)
    if (verdict === 'message') return command.receive(literal)
    if (verdict === 'refuse') {
      if (literal.synchronising || command.trouble instanceof Farewell) return command.receive(null)
      if (!(await skipLiteral(input, literal.size))) return null
    } else {
      if (literal.synchronising) await desk.proceed()
      const bytes = await readLiteral(input, literal.size)
      if (bytes === null) return null
      command.addLiteral(bytes)
    }
  }
}

/** Reads so many bytes and forgets them. */
export async function skipLiteral(input: Input, size: number): Promise<boolean> {
  for (let left = size; left > 0; ) {
    const piece = await input.bytes(left)
    if (piece === null) return false
    left -= piece.length
  }
  return true
}

async function readLiteral(input: Input, size: number): Promise<string | null> {
  const bytes = Buffer.allocUnsafe(size)
  for (let at = 0; at < size; ) {
    const piece = await input.bytes(size - at)
    if (piece === null) return null
    at += piece.copy(bytes, at)
  }
  return bytes.toString('latin1')
}

function readMark(text: string): Literal | null {
  const found = LITERAL_MARK.exec(text)
  if (found === null) return null
  const digits = found[1] as string
  return { size: digits.length > MAX_DIGITS ? Infinity : Number(digits), synchronising: found[2] === '' }
}
