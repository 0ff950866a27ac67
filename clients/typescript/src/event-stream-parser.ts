/** One block of a stream of server-sent events. */
export interface StreamBlock {
  readonly id: string | null
  readonly event: string
  /** Null where there was none: the block only says how far the stream is. */
  readonly data: string | null
  /** Milliseconds. */
  readonly retry: number | null
}

/** The service's events are a few hundred bytes: what grows beyond this is something else. */
const MAX_BLOCK = 1_048_576

/** https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6. Pieces in, blocks out. */
export class EventStreamParser {
  #unread = ''
  #lines: string[] = []
  #size = 0

  push(piece: string): StreamBlock[] {
    const lines = (this.#unread + piece).split(/\r\n|\n|\r(?=[^\n])/)
    this.#unread = lines.pop() ?? ''
    const blocks: StreamBlock[] = []
    for (const line of lines) {
      if (line === '') blocks.push(...this.#endBlock())
      else this.#keep(line)
    }
    if (this.#size + this.#unread.length > MAX_BLOCK) throw new Error('The stream is not one of events.')
    return blocks
  }

  #keep(line: string): void {
    if (line.startsWith(':')) return
    this.#lines.push(line)
    this.#size += line.length
  }

  #endBlock(): StreamBlock[] {
    const lines = this.#lines
    this.#lines = []
    this.#size = 0
    return lines.length === 0 ? [] : [readBlock(lines)]
  }
}

function readBlock(lines: readonly string[]): StreamBlock {
  const fields = lines.map((line): [string, string] => {
    const [, name = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? []
    return [name, value]
  })
  const last = (wanted: string): string | null => fields.findLast(([name]) => name === wanted)?.[1] ?? null
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
  const retry = last('retry')
  return {
    id: last('id'),
    event: last('event') ?? 'message',
    data: data.length === 0 ? null : data.join('\n'),
    retry: retry !== null && /^\d+$/.test(retry) ? Number(retry) : null,
  }
}
