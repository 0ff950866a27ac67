import { styleText } from 'node:util'
import { makeTable } from './make-table.ts'
import { toSnakeCase } from './snake-case.ts'
import { Spinner } from './spinner.ts'
import type { Surroundings } from './surroundings.ts'

type Style = Parameters<typeof styleText>[0]

/** What a command says: to programs as JSON, to people as text; results on standard output, all else on standard error. */
export class Output {
  readonly json: boolean
  readonly #stdout: NodeJS.WriteStream
  readonly #stderr: NodeJS.WriteStream
  readonly #isPlain: boolean

  constructor({ stdout, stderr, env }: Pick<Surroundings, 'stdout' | 'stderr' | 'env'>, json: boolean) {
    this.json = json
    this.#stdout = stdout
    this.#stderr = stderr
    this.#isPlain = Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb'
  }

  /** Somebody is there to read. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY === true
  }

  /** The result: the value where JSON is asked for, else what a person wants to see of it. */
  show(value: unknown, lines: () => string | readonly string[]): void {
    const text = this.json ? JSON.stringify(toSnakeCase(value), null, 2) : [lines()].flat().join('\n')
    if (text !== '') this.#stdout.write(`${text}\n`)
  }

  /** One of many results that come as they happen: JSON on one line. */
  event(value: unknown, line: () => string): void {
    this.#stdout.write(`${this.json ? JSON.stringify(toSnakeCase(value)) : line()}\n`)
  }

  /** Rows under headings, as wide as they need to be; nothing but a note where there are none. */
  table(
    values: readonly object[],
    headings: readonly string[],
    rows: readonly (readonly string[])[],
    none: string,
  ): void {
    if (rows.length === 0) this.note(none)
    this.show(values, () => (rows.length === 0 ? '' : makeTable(headings, rows, (text) => this.style('dim', text))))
  }

  bytes(bytes: Uint8Array): void {
    this.#stdout.write(bytes)
  }

  /** For the person beside the result. A program that asked for JSON gets only that. */
  note(text: string): void {
    if (!this.json) this.complain(text)
  }

  /** Said in any case. */
  complain(text: string): void {
    this.#stderr.write(`${text}\n`)
  }

  /** On standard output, where that is a terminal that wants colours. */
  style(style: Style, text: string): string {
    return this.isTerminal && !this.#isPlain ? styleText(style, text, { validateStream: false }) : text
  }

  /** Shows that something is being waited for, as long as it is, to whoever looks. */
  async whileWaiting<T>(text: string, work: Promise<T>): Promise<T> {
    if (this.json || this.#stderr.isTTY !== true || this.#isPlain) return work
    const spinner = new Spinner(this.#stderr, text)
    try {
      return await work
    } finally {
      spinner.stop()
    }
  }
}
