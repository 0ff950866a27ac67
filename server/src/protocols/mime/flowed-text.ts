/** RFC 3676 §4: lines that end in a space go on in the next; quoted lines join only within their depth. */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = []
  let paragraph: string[] = []
  let depth = 0
  for (const line of text.split('\n')) {
    const quotes = quoteDepth(line)
    if (paragraph.length > 0 && quotes !== depth) flush()
    depth = quotes
    const content = unstuff(line.slice(quotes))
    // RFC 3676 §4.3: a signature separator is never flowed.
    const flowed = content.endsWith(' ') && content !== '-- '
    if (content === '-- ' && paragraph.length > 0) flush()
    paragraph.push(flowed && delSp ? content.slice(0, -1) : content)
    if (!flowed) flush()
  }
  flush()
  return out.join('\n')

  function flush(): void {
    if (paragraph.length === 0) return
    const mark = depth === 0 ? '' : `${'>'.repeat(depth)} `
    out.push(mark + paragraph.join(''))
    paragraph = []
  }
}

function quoteDepth(line: string): number {
  let depth = 0
  while (line[depth] === '>') depth++
  return depth
}

/** RFC 3676 §4.4. */
function unstuff(content: string): string {
  return content.startsWith(' ') ? content.slice(1) : content
}
