import { Worker } from 'node:worker_threads'
import { asBuffer, findHeaderEnd } from './header-fields.ts'
import { parseHeaderOnly } from './parse-header-only.ts'
import { DEFAULT_PARSE_LIMITS, type Defect, type ParseLimits } from './parse-limits.ts'
import type { ParsedMail } from './parsed-mail.ts'

/** What the threads run, where they are to make more of a mail than this room does. */
export type Reader<T> = {
  /** A worker script that answers each source with a T, as `parse-worker.ts` answers it with a ParsedMail. */
  readonly script: URL
  /** Makes a T of what the header alone tells, for a mail that the threads could not read. */
  readonly complete: (mail: ParsedMail) => T
}

const PARSER: Reader<ParsedMail> = {
  script: new URL('./parse-worker.ts', import.meta.url),
  complete: (mail) => mail,
}

export type ParsePoolOptions = {
  readonly threads?: number
  readonly timeoutMs?: number
  readonly limits?: ParseLimits
  /** Heap of one thread; a mail that needs more ends the thread, not the process. */
  readonly heapMb?: number
}

type Job<T> = { raw: Uint8Array; done: (mail: T) => void }
/** `header` is kept back because the rest of the mail moves to the thread. */
type Running<T> = { header: Uint8Array; done: (mail: T) => void; timer: NodeJS.Timeout | undefined }
type Thread<T> = { worker: Worker; ready: boolean; running: Running<T> | undefined }

const MAX_HEADER = 64 * 1024

export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
  return new ParsePool(options, PARSER)
}

/** Parses mail in threads of its own, so that a hostile one costs a thread its time and nobody else anything. */
export class ParsePool<T = ParsedMail> {
  readonly #options: Required<ParsePoolOptions>
  readonly #reader: Reader<T>
  readonly #threads: Thread<T>[] = []
  readonly #queue: Job<T>[] = []
  #idle: (() => void) | undefined
  #closed: Promise<void> | undefined

  constructor(options: ParsePoolOptions, reader: Reader<T>) {
    this.#options = { threads: 1, timeoutMs: 5000, limits: DEFAULT_PARSE_LIMITS, heapMb: 512, ...options }
    this.#reader = reader
  }

  /**
   * Resolves for every mail; a defect `timeout` or `crash` says that only its header was read.
   * `raw` is moved, and empty for the caller afterwards, where it owns its whole ArrayBuffer; else it is copied.
   */
  parse(raw: Uint8Array): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(new Error('ParsePool is closed'))
    return new Promise((done) => {
      this.#queue.push({ raw, done })
      this.#next()
    })
  }

  /** Starts a thread where there is none, for mail that is about to come. */
  prepare(): void {
    if (this.#threads.length === 0 && this.#closed === undefined) this.#startThread()
  }

  /** Finishes what was asked for before, then ends the threads. */
  close(): Promise<void> {
    this.#closed ??= this.#drain()
    return this.#closed
  }

  async #drain(): Promise<void> {
    if (this.#queue.length > 0 || this.#threads.some((thread) => thread.running)) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
    await Promise.all(this.#threads.splice(0).map((thread) => thread.worker.terminate()))
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const free = this.#threads.find((thread) => thread.running === undefined)
      const thread = free ?? (this.#threads.length < this.#options.threads ? this.#startThread() : undefined)
      if (thread === undefined) return
      this.#run(thread, this.#queue.shift() as Job<T>)
    }
    if (this.#threads.every((thread) => thread.running === undefined)) this.#idle?.()
  }

  #startThread(): Thread<T> {
    const worker = new Worker(this.#reader.script, {
      workerData: this.#options.limits,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    const thread: Thread<T> = { worker, ready: false, running: undefined }
    worker.on('message', (message: T | 'ready') => this.#hear(thread, message))
    worker.on('error', () => this.#lose(thread, 'crash'))
    worker.on('exit', () => this.#lose(thread, 'crash'))
    worker.unref()
    this.#threads.push(thread)
    return thread
  }

  #run(thread: Thread<T>, { raw, done }: Job<T>): void {
    const bytes = asBuffer(raw)
    const { end } = findHeaderEnd(bytes, 0, Math.min(bytes.length, MAX_HEADER))
    const running: Running<T> = { header: raw.slice(0, end), done, timer: undefined }
    thread.running = running
    thread.worker.ref() // an unanswered parse is work in hand
    if (thread.ready) this.#startTimer(thread, running)
    post(thread.worker, raw)
  }

  #startTimer(thread: Thread<T>, running: Running<T>): void {
    running.timer = setTimeout(() => this.#lose(thread, 'timeout'), this.#options.timeoutMs)
  }

  #hear(thread: Thread<T>, message: T | 'ready'): void {
    if (message !== 'ready') this.#finish(thread, message)
    else {
      thread.ready = true
      if (thread.running !== undefined) this.#startTimer(thread, thread.running)
    }
  }

  /** The thread is gone, or must go: its mail is answered from the header, and the next mail gets a new thread. */
  #lose(thread: Thread<T>, defect: Defect): void {
    const at = this.#threads.indexOf(thread)
    if (at < 0) return
    this.#threads.splice(at, 1)
    void thread.worker.terminate()
    const header = thread.running?.header
    this.#finish(thread, header && this.#reader.complete(parseHeaderOnly(header, defect)))
  }

  #finish(thread: Thread<T>, mail: T | undefined): void {
    const { running } = thread
    thread.running = undefined
    thread.worker.unref()
    clearTimeout(running?.timer)
    if (mail !== undefined) running?.done(mail)
    this.#next()
  }
}

function post(worker: Worker, raw: Uint8Array): void {
  if (raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength) {
    try {
      worker.postMessage(raw, [raw.buffer])
      return
    } catch {
      // Some buffers may not be moved; their bytes may still be copied.
    }
  }
  worker.postMessage(new Uint8Array(raw))
}
