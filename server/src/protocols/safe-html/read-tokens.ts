import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { DROPPED } from './element-kinds.ts'

export type Attributes = readonly { readonly name: string; readonly value: string }[]

export interface TokenSink {
  start(name: string, attributes: Attributes): void
  end(name: string): void
  text(text: string): void
  /** The whole text of one style element. */
  style(css: string, attributes: Attributes): void
}

const MAX_ATTRIBUTES = 100

/** HTML §13.2.6.4: what the tree builder tells the tokenizer about the text after these start tags. */
const MODES: Readonly<Record<string, Tokenizer['state'] | undefined>> = {
  __proto__: null as never,
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

/** Reads HTML as a browser does and passes on what is outside the elements that are dropped with their content. */
export function readTokens(html: string, sink: TokenSink): void {
  let dropped = { name: '', depth: 0 }
  let css: { text: string; attributes: Attributes } | null = null
  const text = ({ chars }: Token.CharacterToken) => {
    if (css !== null) css.text += chars
    else if (dropped.depth === 0) sink.text(chars)
  }
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName: name, attrs, selfClosing }) {
        tokenizer.state = MODES[name] ?? tokenizer.state
        if (dropped.depth > 0) {
          if (name === dropped.name) dropped.depth++
        } else if (!DROPPED.has(name)) sink.start(name, attrs)
        else if (!(selfClosing && (name === 'svg' || name === 'math'))) {
          dropped = { name, depth: 1 }
          if (name === 'style') css = { text: '', attributes: attrs }
        }
      },
      onEndTag({ tagName: name }) {
        if (dropped.depth === 0) return sink.end(name)
        if (name !== dropped.name || --dropped.depth > 0 || css === null) return
        sink.style(css.text, css.attributes)
        css = null
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  )
  boundAttributes(tokenizer)
  tokenizer.write(html, true)
}

/** parse5 compares every attribute of a tag with all before it: minutes for a tag with a million of them. */
function boundAttributes(tokenizer: Tokenizer): void {
  const inner = tokenizer as unknown as { currentToken: { attrs: unknown[] }; _leaveAttrName(): void }
  const leave = inner._leaveAttrName
  inner._leaveAttrName = () => {
    if (inner.currentToken.attrs.length < MAX_ATTRIBUTES) leave.call(inner)
  }
}
