import type { RunningServer } from '../test/support/running-server.ts'

export interface CertificateState {
  readonly names: readonly string[]
  readonly source: string
  readonly issuer: string | null
  readonly expires_at: string | null
  readonly last_error: string | null
  readonly next_try_at: string | null
}

/** Signed in with the link of the first start, so the server must have been started without a key. */
export class Operator {
  readonly #server: RunningServer
  readonly #cookie: string

  private constructor(server: RunningServer, cookie: string) {
    this.#server = server
    this.#cookie = cookie
  }

  static async signIn(server: RunningServer): Promise<Operator> {
    const [, base = '', token = ''] = /(https?:\S+)\/welcome#token=([\w-]{43})\n/.exec(server.log) ?? []
    const answer = await fetch(`${server.httpUrl}/v1/session/link`, {
      method: 'POST',
      headers: { Origin: base, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    return new Operator(server, answer.headers.get('set-cookie') ?? '')
  }

  /** As it was set, with its attributes. */
  get setCookie(): string {
    return this.#cookie
  }

  async certificates(): Promise<readonly CertificateState[]> {
    const headers = { Cookie: this.#cookie.split(';', 1)[0] ?? '' }
    const answer = await fetch(`${this.#server.httpUrl}/v1/operator/status`, { headers })
    return ((await answer.json()) as { certificates: readonly CertificateState[] }).certificates
  }
}
