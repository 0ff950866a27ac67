import { spawn } from 'node:child_process'
import { type Challenge, type ChallengeDesk, OrderFailure } from '../../domain/certificate-authority.ts'

/** DNS is slow to change, and the command returns when it has. */
const HOOK_MS = 2 * 60_000
const MAX_WORDS = 4_096

/** Runs the operator's command, without a shell: `set|clear`, the name of the TXT record, its value. */
export class DnsHook implements ChallengeDesk {
  readonly #command: string

  constructor(command: string) {
    this.#command = command
  }

  show(challenge: Challenge): Promise<void> {
    return this.#run('set', challenge)
  }

  clear(challenge: Challenge): Promise<void> {
    return this.#run('clear', challenge)
  }

  async #run(verb: 'set' | 'clear', challenge: Challenge): Promise<void> {
    if (challenge.method !== 'dns-01') throw new Error('This is no challenge for DNS.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const fail = (why: string): void => reject(new OrderFailure(`The DNS hook (${verb}) failed: ${why}`))
    const child = spawn(this.#command, [verb, challenge.record, challenge.value], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: HOOK_MS,
      killSignal: 'SIGKILL',
    })
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(0, MAX_WORDS)
    })
    child.on('error', (error) => fail(error.message))
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else fail(words.trim().split('\n').at(-1) || `it ended with ${signal ?? `code ${code}`}`)
    })
    await promise
  }
}

/** For orders that never ask for DNS. */
export const NO_DNS: ChallengeDesk = {
  show: async () => {
    throw new OrderFailure('There is no MAYFLY_ACME_DNS_HOOK.')
  },
  clear: async () => undefined,
}
