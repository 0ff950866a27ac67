import { readFile, stat } from 'node:fs/promises'
import type { CertificateShelf } from '../../lib/tls/certificate-shelf.ts'
import { readCertificate, type ServedCertificate } from '../../lib/tls/served-certificate.ts'
import type { Log } from '../log.ts'
import { Unusable } from '../unusable.ts'

export interface FilePair {
  readonly certFile: string
  readonly keyFile: string
}

interface Watched extends FilePair {
  /** What the file system said when it was last read for good. */
  readonly stamp: string
  readonly served: ServedCertificate
  /** Why the newest files are not served. */
  readonly problem: string | null
}

/**
 * The operator's certificates. They are looked at by their name each time, so that it does not matter whether a file is
 * written over, renamed into place or behind a link that now leads elsewhere. Two files are never replaced at one moment:
 * until they fit each other, the old ones are served.
 */
export class CertificateFiles {
  readonly #shelf: CertificateShelf
  readonly #log: Log
  #watched: readonly Watched[] = []

  constructor(shelf: CertificateShelf, log: Log) {
    this.#shelf = shelf
    this.#log = log
  }

  /** Throws an Unusable where a pair does not work: at the start somebody is there to read it. */
  async load(pairs: readonly FilePair[]): Promise<void> {
    this.#watched = await Promise.all(pairs.map(readFirst))
    this.#publish()
  }

  /** Serves what has changed. */
  async look(): Promise<void> {
    const now = await Promise.all(this.#watched.map((one) => this.#lookAt(one)))
    const changed = now.some(({ served }, i) => served !== this.#watched[i]?.served)
    this.#watched = now
    if (changed) this.#publish()
  }

  /** Null where the newest files are served. */
  problemOf(certificate: ServedCertificate): string | null {
    return this.#watched.find(({ served }) => served === certificate)?.problem ?? null
  }

  async #lookAt(one: Watched): Promise<Watched> {
    const { certFile, keyFile } = one
    try {
      const stamp = await stampOf(one)
      if (stamp === one.stamp) return { ...one, problem: null }
      const served = await readPair(one)
      this.#log.info({ cert_file: certFile, names: served.names }, 'serving a new certificate')
      return { certFile, keyFile, stamp, served, problem: null }
    } catch (error) {
      const problem = (error as Error).message
      // Once for each way in which they do not work: it is looked at every few seconds.
      if (problem !== one.problem) this.#log.warn({ cert_file: certFile, problem }, 'the old certificate stays')
      return { ...one, problem }
    }
  }

  #publish(): void {
    this.#shelf.put(
      'file',
      this.#watched.map(({ served }) => served),
    )
  }
}

async function readFirst(pair: FilePair): Promise<Watched> {
  const stamp = await stampOf(pair).catch(() => '')
  const cert = await readSet('MAYFLY_TLS_CERT_FILE', pair.certFile)
  const key = await readSet('MAYFLY_TLS_KEY_FILE', pair.keyFile)
  try {
    return { ...pair, stamp, served: readCertificate({ cert, key }), problem: null }
  } catch (error) {
    throw new Unusable(
      `The certificate ${pair.certFile} and the key ${pair.keyFile} do not work together (${(error as Error).message}). Both must be PEM files, and the key the certificate's own.`,
      { cause: error },
    )
  }
}

async function readPair({ certFile, keyFile }: FilePair): Promise<ServedCertificate> {
  const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
  return readCertificate({ cert, key })
}

/** Follows links. Another file under the same name has another number, one that was written to another time. */
async function stampOf({ certFile, keyFile }: FilePair): Promise<string> {
  const both = await Promise.all([certFile, keyFile].map((file) => stat(file, { bigint: true })))
  return both.map(({ dev, ino, size, mtimeNs }) => [dev, ino, size, mtimeNs].join(':')).join(' ')
}

async function readSet(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? message})`
    throw new Unusable(`The file ${file} ${why}. Correct ${setting}, or unset it for a self-signed certificate.`, {
      cause: error,
    })
  }
}
