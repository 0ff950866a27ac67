import acme from 'acme-client'
import {
  type CertificateAuthority,
  type CertificateOrder,
  type Challenge,
  OrderFailure,
} from '../../domain/certificate-authority.ts'
import type { AuthorityAccount } from '../../domain/certificate-store.ts'
import { orAborted } from '../../lib/run-within.ts'
import { exchange } from './acme-transport.ts'

export interface AcmeOptions {
  readonly directory: string
  readonly email: string | null
  readonly ca: readonly string[] | undefined
  readonly userAgent: string
}

/** How often the authority is asked whether it is done: a good minute in all. */
const POLLING = { backoffAttempts: 12, backoffMin: 500, backoffMax: 10_000 }

/** RFC 8555. The steps are acme-client's; how its requests travel is ours. */
export class AcmeAuthority implements CertificateAuthority {
  readonly directory: string
  readonly #options: AcmeOptions
  #signal: AbortSignal = AbortSignal.abort()

  constructor(options: AcmeOptions) {
    this.directory = options.directory
    this.#options = options
    // There is one for the whole process, and so is this authority. What is thrown here reaches us as it is: the
    // package's own retries would keep an order waiting, and hide why the authority was not reached.
    acme.axios.defaults.adapter = async (config) => {
      const { url = '', method = 'get', data } = config
      const headers = { ...(config.headers.toJSON() as Record<string, string>), 'User-Agent': options.userAgent }
      const wish = { url, method, headers, body: data as string | undefined }
      const answer = await exchange(wish, { ca: options.ca, signal: this.#signal })
      return { ...answer, config, headers: { ...answer.headers } as Record<string, string> }
    }
  }

  async register(signal: AbortSignal): Promise<AuthorityAccount> {
    const key = String(await acme.crypto.createPrivateEcdsaKey())
    const client = this.#client(key)
    const { email } = this.#options
    const contact = email === null ? {} : { contact: [`mailto:${email}`] }
    await this.#run(signal, () => client.createAccount({ termsOfServiceAgreed: true, ...contact }))
    return { key, url: client.getAccountUrl() }
  }

  async order(
    { names, method, account, desk }: CertificateOrder,
    signal: AbortSignal,
  ): Promise<{ readonly cert: string; readonly key: string }> {
    const client = this.#client(account.key, account.url)
    const ownKey = await acme.crypto.createPrivateEcdsaKey()
    const [key, csr] = await acme.crypto.createCsr({ altNames: [...names] }, ownKey)
    const cert = await this.#run(signal, () =>
      client.auto({
        csr,
        termsOfServiceAgreed: true,
        challengePriority: [method],
        // Whether we reach ourselves by that name from here says nothing about the authority.
        skipChallengeVerification: true,
        challengeCreateFn: (authorization, { type, token }, answer) =>
          desk.show(readChallenge(authorization.identifier.value, type, token, answer, method)),
        challengeRemoveFn: (authorization, { type, token }, answer) =>
          desk.clear(readChallenge(authorization.identifier.value, type, token, answer, method)),
      }),
    )
    return { cert, key: String(key) }
  }

  #client(accountKey: string, accountUrl?: string): acme.Client {
    return new acme.Client({
      ...{ directoryUrl: this.directory, accountKey, ...POLLING },
      ...(accountUrl !== undefined && { accountUrl }),
    })
  }

  /** Whatever goes wrong, in words. */
  async #run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#signal = signal
    try {
      return await orAborted(work(), signal)
    } catch (error) {
      if (error instanceof OrderFailure) throw error
      throw new OrderFailure(`The order failed: ${(error as Error).message.slice(0, 500)}`, { cause: error })
    }
  }
}

function readChallenge(name: string, type: string, token: string, answer: string, wanted: string): Challenge {
  // An authority that does not offer what we can do would have us do something else.
  if (type !== wanted) throw new OrderFailure(`The authority does not offer ${wanted} for ${name}.`)
  if (type === 'dns-01')
    return { method: 'dns-01', record: `_acme-challenge.${name.replace(/^\*\./, '')}`, value: answer }
  return { method: 'http-01', token, answer }
}
