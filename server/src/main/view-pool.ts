import { Worker } from 'node:worker_threads'
import { DomainError } from '../domain/domain-error.ts'
import type { AttachmentContent } from '../domain/ports.ts'
import type { ViewTask } from './view-task.ts'

type Answer = AttachmentContent | string | null

const TIMEOUT_MS = 10_000
const HEAP_MB = 512

/** Runs one task after the other in a thread that is started when first needed, and replaced when a task harms it. */
export class ViewPool {
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()

  run(task: ViewTask): Promise<Answer> {
    const answer = this.#last.then(() => this.#runNow(task))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async close(): Promise<void> {
    await this.#last
    await this.#worker?.terminate()
    this.#worker = null
  }

  async #runNow(task: ViewTask): Promise<Answer> {
    const worker = this.#start()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fail = () =>
      reject(new DomainError('unavailable', 'This message takes too long to show. Read its source instead.'))
    const timer = setTimeout(fail, TIMEOUT_MS)
    worker.once('message', resolve).once('error', fail)
    worker.ref()
    worker.postMessage(task)
    try {
      return await promise
    } catch (error) {
      this.#worker = null
      await worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve).off('error', fail)
      worker.unref()
    }
  }

  #start(): Worker {
    this.#worker ??= new Worker(new URL('./view-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    return this.#worker
  }
}
