import { Worker } from 'node:worker_threads'
import type { AuthResults } from '../domain/auth-results.ts'
import type { Rendition } from '../domain/message.ts'
import type { MailAuthenticator, MailOrigin } from '../domain/ports.ts'
import { glance } from '../protocols/mail-auth/glance.ts'
import type { AuthAnswer, AuthTask, AuthWorkerData } from './auth-worker.ts'

interface Job {
  readonly origin: MailOrigin
  readonly sizeBytes: number
  readonly read: () => Promise<Uint8Array | null>
  readonly resolve: (results: AuthResults | null) => void
  readonly reject: (error: unknown) => void
  /** The thread has it. */
  isPosted: boolean
  timer?: NodeJS.Timeout
}

/** They wait for name servers most of the time, so many go on at once. */
const MAX_AT_ONCE = 32
/** Of sources in memory; one may be larger. */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024
const MAX_WAITING = 1_000
/** The thread ends a check by itself; one that it does not end has taken hold of it. */
const CHECK_MS = 4_000
const HOLD_MS = 5_000
const HEAP_MB = 512
/** The header of such a mail was not read whole. */
const UNREAD = ['header_size', 'timeout', 'crash']

/** Checks mails in a thread of its own, which is started when first needed, and replaced when a mail takes hold of it. */
export class ThreadedMailAuthenticator implements MailAuthenticator {
  readonly #data: AuthWorkerData
  readonly #holdMs: number
  readonly #waiting: Job[] = []
  readonly #running = new Map<number, Job>()
  #bytes = 0
  #count = 0
  #worker: Worker | null = null
  #ready = false
  #closed = false

  /** Whoever names servers of his own has records of his own, which may name peers of his own network. */
  constructor(servers: readonly string[] | null, holdMs = HOLD_MS) {
    this.#holdMs = holdMs
    this.#data = { servers, privatePeers: servers !== null, timeoutMs: CHECK_MS }
  }

  glance({ peer, envelopeFrom }: MailOrigin, { headers, defects }: Rendition): AuthResults | null {
    if (defects.some((defect) => UNREAD.includes(defect))) return null
    return glance({ peer, envelopeFrom }, headers, this.#data.privatePeers)
  }

  check(
    { peer, envelopeFrom }: MailOrigin,
    sizeBytes: number,
    read: () => Promise<Uint8Array | null>,
  ): Promise<AuthResults | null> {
    if (this.#closed || this.#waiting.length >= MAX_WAITING) return Promise.resolve(null)
    const { promise, resolve, reject } = Promise.withResolvers<AuthResults | null>()
    this.#waiting.push({ origin: { peer, envelopeFrom }, sizeBytes, read, resolve, reject, isPosted: false })
    this.#next()
    return promise
  }

  /** What is under way is given up: whoever looks at the message later asks again. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#waiting.splice(0)) job.resolve(null)
    await this.#lose()
  }

  #next(): void {
    for (let job = this.#waiting[0]; job && this.#hasRoom(job); job = this.#waiting[0]) {
      this.#waiting.shift()
      const id = this.#count++
      this.#running.set(id, job)
      this.#bytes += job.sizeBytes
      void this.#run(id, job)
    }
  }

  #hasRoom({ sizeBytes }: Job): boolean {
    const { size } = this.#running
    return size === 0 || (size < MAX_AT_ONCE && this.#bytes + sizeBytes <= MAX_BYTES_AT_ONCE)
  }

  async #run(id: number, job: Job): Promise<void> {
    try {
      const raw = await job.read()
      if (!raw) this.#finish(id)?.resolve(null)
      if (!raw || !this.#running.has(id)) return
      // Moved, not copied, where it has a buffer to itself.
      const own = raw.byteLength === raw.buffer.byteLength ? raw : Uint8Array.from(raw)
      const task: AuthTask = { id, origin: job.origin, raw: own }
      const worker = this.#start()
      worker.ref()
      job.isPosted = true
      if (this.#ready) this.#watch(job)
      worker.postMessage(task, [own.buffer as ArrayBuffer])
    } catch (error) {
      this.#finish(id)?.reject(error)
    }
  }

  #watch(job: Job): void {
    job.timer = setTimeout(() => void this.#lose(), this.#holdMs).unref()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./auth-worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // mailauth prints what puzzles it, and our standard output is the log.
      stdout: true,
    })
    worker.stdout.resume()
    worker.on('message', (message: AuthAnswer | 'ready') => void (this.#worker === worker && this.#hear(message)))
    worker.on('error', (error) => void (this.#worker === worker && this.#lose(error)))
    worker.on('exit', () => void (this.#worker === worker && this.#lose()))
    worker.unref()
    this.#worker = worker
    return worker
  }

  #hear(message: AuthAnswer | 'ready'): void {
    if (message === 'ready') {
      this.#ready = true
      for (const job of this.#running.values()) if (job.isPosted) this.#watch(job)
      return
    }
    const job = this.#finish(message.id)
    if ('results' in message) job?.resolve(message.results)
    else job?.reject(new Error(message.failure))
  }

  #finish(id: number): Job | undefined {
    const job = this.#running.get(id)
    if (!job) return undefined
    clearTimeout(job.timer)
    this.#running.delete(id)
    this.#bytes -= job.sizeBytes
    if (this.#running.size === 0) this.#worker?.unref()
    this.#next()
    return job
  }

  /** The thread is gone, or must go; the next check gets a new one. */
  async #lose(error?: unknown): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#ready = false
    for (const job of [...this.#running.keys()].map((id) => this.#finish(id))) {
      if (error === undefined) job?.resolve(null)
      else job?.reject(error)
    }
    await worker?.terminate()
  }
}
