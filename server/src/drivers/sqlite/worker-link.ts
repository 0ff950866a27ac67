import { type Transferable, Worker } from 'node:worker_threads'
import type { Ops } from './serve-ops.ts'
import { type Answer, type Call, fromFailure } from './wire.ts'

/** What these threads make is short-lived and small: more room would only be left unused for longer. */
const YOUNG_MB = 8

interface Pending {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

type Result<F> = F extends (...args: never[]) => infer R ? R : never
type Args<F> = F extends (...args: infer A) => unknown ? A : never

/** The main thread's side of a worker that serves `O`. */
export class WorkerLink<O extends Ops> {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #ended: Error | null = null

  constructor(script: URL, data: unknown) {
    this.#worker = new Worker(script, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
    this.#worker.on('message', (answer: Answer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#end(error as Error))
    this.#worker.on('exit', () => this.#end(new Error('The store is closed.')))
  }

  call<K extends keyof O & string>(op: K, args: Args<O[K]>, transfer: Transferable[] = []): Promise<Result<O[K]>> {
    if (this.#ended) return Promise.reject(this.#ended)
    const { promise, resolve, reject } = Promise.withResolvers<Result<O[K]>>()
    const call: Call = { id: ++this.#lastId, op, args }
    this.#pending.set(call.id, { resolve, reject })
    this.#worker.postMessage(call, transfer)
    return promise
  }

  async close(): Promise<void> {
    this.#ended ??= new Error('The store is closed.')
    await this.#worker.terminate()
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if ('failure' in answer) pending?.reject(fromFailure(answer.failure))
    else pending?.resolve(answer.result as never)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#pending.values()) reject(this.#ended)
    this.#pending.clear()
  }
}
