import { generateKeyPairSync } from 'node:crypto'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { Origin, Results } from './auth-results.ts'
import { checkMail } from './check-mail.ts'
import type { Answer, Resolve } from './name-servers.ts'

export type Records = Readonly<Record<string, string | readonly string[] | Error>>

/** A name server in memory. Names are TXT records, or have their type before them: `MX a.test`. */
export class TestZone {
  readonly questions: string[] = []
  readonly #records: Records

  constructor(records: Records = {}) {
    this.#records = records
  }

  readonly resolve: Resolve = async (name, type) => {
    this.questions.push(`${type} ${name}`)
    const found = this.#records[type === 'TXT' ? name : `${type} ${name}`]
    if (found === undefined) throw failure('ENOTFOUND')
    if (found instanceof Error) throw found
    const values = [found].flat()
    return (type === 'TXT' ? values.map((text) => [text]) : values) as Answer
  }

  check(source: string | Buffer, origin: Partial<Origin> = {}, timeoutMs = 10_000): Promise<Results> {
    const whole = { peer: { address: '192.0.2.1', helo: 'client.test' }, envelopeFrom: 'ann@shop.test', ...origin }
    const options = { resolve: this.resolve, privatePeers: false, timeoutMs }
    return checkMail(Buffer.from(source), whole, options)
  }
}

export function failure(code: string): Error {
  return Object.assign(new Error(`query ${code}`), { code })
}

export const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export function keyRecord(key = publicKey): string {
  return `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
}

/** Where the record of the key that `sign` and `seal` use is to stand. */
export const KEY_NAME = 's1._domainkey.shop.test'

export const MAIL = 'From: Ann <ann@shop.test>\r\nTo: bob@mayfly.test\r\nSubject: Hello\r\n\r\nGood day\r\n'

export interface SignOptions {
  readonly domain?: string
  readonly key?: typeof privateKey
  readonly headers?: readonly string[]
  readonly algorithm?: string
  readonly expires?: Date
  readonly bodyLength?: number
}

export async function sign(source: string, options: SignOptions = {}): Promise<string> {
  const { domain = 'shop.test', key = privateKey, headers, algorithm, expires, bodyLength } = options
  const { signatures, errors } = await dkimSign(source, {
    ...(headers && { headerList: headers.join(':') }),
    canonicalization: 'relaxed/relaxed',
    ...(expires && { expires }),
    signTime: new Date(0),
    signatureData: [
      {
        signingDomain: domain,
        selector: 's1',
        privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
        ...(algorithm && { algorithm }),
        ...(bodyLength !== undefined && { maxBodyLength: bodyLength }),
      },
    ],
  } as unknown as Parameters<typeof dkimSign>[1])
  if (errors.length > 0) throw errors[0]
  return signatures + source
}

/** RFC 8617: passed on by shop.test. `cv` is what it found of the seals before its own. */
export async function seal(source: string, cv: 'none' | 'pass' = 'none'): Promise<string> {
  const sealed = await sealMessage(source, {
    signingDomain: 'shop.test',
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    authResults: 'relay.shop.test; dkim=none',
    cv,
  } as Parameters<typeof sealMessage>[1])
  return sealed.toString('latin1') + source
}
