import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
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

  async ask<A>(question: object): Promise<A> {
    const replied = once(this.#child, 'message')
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('A process of the benchmark has ended.')
    })
    ended.catch(() => undefined)
    this.#child.send(question)
    const [reply] = await Promise.race([replied, ended])
    if ('failure' in reply) throw new Error(reply.failure)
    return reply.answer as A
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
  }
}
