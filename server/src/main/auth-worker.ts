import { parentPort, workerData } from 'node:worker_threads'
import type { AuthResults } from '../domain/auth-results.ts'
import type { MailOrigin } from '../domain/ports.ts'
import { checkMail } from '../protocols/mail-auth/check-mail.ts'
import { NameServers } from '../protocols/mail-auth/name-servers.ts'

export interface AuthWorkerData {
  /** Null asks those of the system. */
  readonly servers: readonly string[] | null
  readonly privatePeers: boolean
  readonly timeoutMs: number
}

export interface AuthTask {
  readonly id: number
  readonly origin: MailOrigin
  readonly raw: Uint8Array
}

export type AuthAnswer = { readonly id: number } & ({ readonly results: AuthResults } | { readonly failure: string })

const { servers, ...options } = workerData as AuthWorkerData
const { resolve } = new NameServers(servers)

parentPort?.on('message', async ({ id, origin, raw }: AuthTask) => {
  parentPort?.postMessage(await answer(id, origin, raw))
})
parentPort?.postMessage('ready')

async function answer(id: number, origin: MailOrigin, raw: Uint8Array): Promise<AuthAnswer> {
  try {
    return { id, results: await checkMail(raw, origin, { ...options, resolve }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
