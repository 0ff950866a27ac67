import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Reply } from './answer-questions.ts'
import type { Cleanup } from './cleanup.ts'

/** A process of the benchmark's own, on the same Node. It answers one question at a time. */
export class BenchProcess {
  readonly #child: ChildProcess

  constructor(script: `./${string}.ts`, cleanup: Cleanup) {
    this.#child = fork(fileURLToPath(new URL(script, import.meta.url)), { execArgv: [], serialization: 'advanced' })
    cleanup.add(() => this.stop())
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  ask<A>(question: object): Promise<A> {
    const { promise, resolve, reject } = Promise.withResolvers<A>()
    const ended = (): void => reject(new Error('A process of the benchmark has ended.'))
    this.#child.once('exit', ended)
    this.#child.once('message', (reply: Reply) => {
      this.#child.off('exit', ended)
      if ('failure' in reply) reject(new Error(reply.failure))
      else resolve(reply.answer as A)
    })
    this.#child.send(question)
    return promise
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
  }
}
