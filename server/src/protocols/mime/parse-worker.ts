import { parentPort, workerData } from 'node:worker_threads'
import type { ParseLimits } from './parse-limits.ts'
import { parseMail } from './parse-mail.ts'

const limits = workerData as ParseLimits

parentPort?.on('message', async (raw: Uint8Array) => {
  parentPort?.postMessage(await parseMail(raw, limits))
})
// The time a mail may take is counted from here, not from the start of the thread.
parentPort?.postMessage('ready')
