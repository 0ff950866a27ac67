/** The part of html-to-text 10 used here; the package carries no types. */
declare module 'html-to-text' {
  export interface HtmlElement {
    readonly attribs?: Readonly<Record<string, string | undefined>>
    readonly children: readonly HtmlElement[]
  }
  export interface TextBuilder {
    addInline(text: string): void
    readonly options: { readonly formatters: Readonly<Record<string, Formatter | undefined>> }
  }
  export type Formatter = (
    element: HtmlElement,
    walk: (children: readonly HtmlElement[], builder: TextBuilder) => void,
    builder: TextBuilder,
    options: Readonly<Record<string, unknown>>,
  ) => void
  export interface CompileOptions {
    readonly wordwrap?: number | false
    readonly limits?: { readonly maxDepth?: number; readonly maxInputLength?: number; readonly ellipsis?: string }
    readonly formatters?: Readonly<Record<string, Formatter>>
    readonly selectors?: readonly {
      readonly selector: string
      readonly format?: string
      readonly options?: Readonly<Record<string, unknown>>
    }[]
  }
  export function compile(options: CompileOptions): (html: string) => string
}
