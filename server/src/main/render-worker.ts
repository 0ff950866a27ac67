import { parentPort, workerData } from 'node:worker_threads'
import type { ParseLimits } from '../protocols/mime/parse-limits.ts'
import { renderMail } from './render-mail.ts'

/** Runs in the threads of the ParsePool, which counts a mail's time from `ready` on. */
parentPort?.on('message', async (raw: Uint8Array) => {
  parentPort?.postMessage(await renderMail(raw, workerData as ParseLimits))
})
parentPort?.postMessage('ready')
