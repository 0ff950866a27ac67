import type { TestContext } from 'node:test'
import pino from 'pino'
import { Registry } from 'prom-client'
import { generate } from 'selfsigned'
import { ImapClient } from '../../../test/support/imap-client.ts'
import { createKey, revokeKey } from '../../app/accounts.ts'
import { MailRoom } from '../../app/test-mail-room.ts'
import type { KeyScope } from '../../domain/api-key.ts'
import { CertificateShelf } from '../../lib/tls/certificate-shelf.ts'
import { readCertificate } from '../../lib/tls/served-certificate.ts'
import { DEFAULT_LIMITS } from '../../protocols/imap/session.ts'
import type { ConnectionOptions } from './connection.ts'
import { ImapFront, type ImapFrontOptions } from './imap-front.ts'
import { ImapLog } from './imap-log.ts'
import { LogInBrake } from './log-in-brake.ts'

export interface SceneOptions {
  readonly front?: Partial<ImapFrontOptions>
}

export const INBOX = 'ann@mayfly.test'

let certificate: Promise<{ readonly private: string; readonly cert: string }> | null = null

/** Made once for all scenes of a test file. */
function certificateOnce(): Promise<{ readonly private: string; readonly cert: string }> {
  certificate ??= generate([{ name: 'commonName', value: 'mayfly.test' }], { keyType: 'ec' })
  return certificate
}

/** An IMAP front on free ports over a whole Mail in memory. Nobody is kept waiting: pauses are only written down. */
export class ImapScene {
  readonly room = new MailRoom()
  readonly front: ImapFront
  readonly #options: ImapFrontOptions
  readonly registry = new Registry()
  readonly log: string[] = []
  /** Milliseconds for which failed log-ins would have been kept waiting. */
  readonly pauses: number[] = []
  accountId = ''
  key = ''

  constructor({ front = {} }: SceneOptions, tls: ImapFrontOptions['tls']) {
    const time = { now: () => this.room.now, pause: async (ms: number) => void this.pauses.push(ms) }
    this.#options = {
      mail: this.room.mail,
      host: '127.0.0.1',
      port: 0,
      tlsPort: 0,
      hostname: 'mayfly.test',
      version: '0.0.0',
      tls,
      prefaces: { starttls: [], tls: [] },
      allowPlain: false,
      limits: DEFAULT_LIMITS,
      idleMs: { stranger: 60_000, known: 60_000 },
      maxConnections: 100,
      maxConnectionsPerAddress: 100,
      brake: new LogInBrake(time),
      log: pino({ level: 'debug' }, { write: (line: string) => void this.log.push(line) }),
      registry: this.registry,
      ...front,
    }
    this.front = new ImapFront(this.#options)
  }

  /** For a connection that does not come through the front. */
  connectionOptions(): ConnectionOptions {
    const log = new ImapLog(this.#options.log, new Registry(), () => 0)
    const id = { name: 'Mayfly', version: '0.0.0' }
    return { ...this.#options, id, tls: null, log, now: () => 0, failed: (error) => log.failed(error) }
  }

  get imapPort(): number {
    return this.front.port
  }

  get imapsPort(): number {
    return this.front.tlsPort
  }

  async keyWith(scope: KeyScope): Promise<{ readonly id: string; readonly key: string }> {
    const wish = { accountId: this.accountId, name: scope, scope }
    const { key, keyText } = await createKey(this.room.store, this.room.now, wish)
    return { id: key.id, key: keyText }
  }

  /** It holds once the half second is over for which keys are remembered. */
  async revoke(keyId: string): Promise<void> {
    await revokeKey(this.room.store, this.room.now, keyId)
    this.room.now += 1_000
  }

  connect(options: Parameters<typeof ImapClient.connect>[1] = {}): Promise<ImapClient> {
    return ImapClient.connect(this, options)
  }

  /** Logged in to the scene's inbox, which is selected. */
  reading(): Promise<ImapClient> {
    return ImapClient.reading(this, INBOX)
  }
}

export async function openScene(t: TestContext, options: SceneOptions = {}): Promise<ImapScene> {
  const { private: key, cert } = await certificateOnce()
  const shelf = new CertificateShelf()
  shelf.put('self-signed', [readCertificate({ key, cert })])
  const scene = new ImapScene(options, shelf)
  const { account, keyText } = await scene.room.account()
  scene.accountId = account.id
  scene.key = keyText
  await scene.front.start()
  t.after(() => scene.front.stop(AbortSignal.timeout(200)))
  return scene
}
