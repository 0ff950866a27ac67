import { Tokenizer } from 'htmlparser2'

export interface HtmlEvents {
  open(name: string, attributes: ReadonlyMap<string, string>): void
  close(name: string): void
  text(data: string): void
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
/** Enough for any tag people write. */
const MAX_ATTRIBUTES = 64
const IGNORED = () => {}

/**
 * HTML as a row of tags and texts. The tokenizer alone, without htmlparser2's parser: that looks through all open
 * elements at each end tag, which hostile markup makes quadratic.
 */
export function walkHtml(html: string, events: HtmlEvents): void {
  let name = ''
  let attribute = ''
  let value = ''
  let attributes: Map<string, string> | undefined
  const opened = () => events.open(name, attributes ?? NO_ATTRIBUTES)
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = undefined
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        attributes ??= new Map()
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => events.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => events.text(html.slice(start, end)),
      ontextentity: (codepoint) => events.text(String.fromCodePoint(codepoint)),
      oncdata: IGNORED,
      oncomment: IGNORED,
      ondeclaration: IGNORED,
      onend: IGNORED,
      onprocessinginstruction: IGNORED,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
