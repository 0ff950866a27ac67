import { parentPort, type Transferable } from 'node:worker_threads'
import { type Answer, type Call, toFailure } from './wire.ts'

export type Ops = Readonly<Record<string, (...args: never[]) => unknown>>

/** Below this a copy is cheaper than handing the memory over. */
const TRANSFER_FROM = 64 * 1024

/** The worker's side: calls are answered in the order in which they come. */
export function serveOps(ops: Ops): void {
  const port = parentPort
  if (!port) throw new Error('This module runs in a worker thread.')
  port.on('message', ({ id, op, args }: Call) => {
    let answer: Answer
    try {
      const result = (ops[op] as (...args: readonly unknown[]) => unknown)(...args)
      answer = { id, result }
      port.postMessage(answer, transferable(result))
    } catch (error) {
      answer = { id, failure: toFailure(error) }
      port.postMessage(answer)
    }
  })
}

function transferable(result: unknown): Transferable[] {
  if (!(result instanceof Uint8Array) || result.byteLength < TRANSFER_FROM) return []
  return result.byteLength === result.buffer.byteLength ? [result.buffer as ArrayBuffer] : []
}
