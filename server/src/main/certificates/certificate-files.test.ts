import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pino from 'pino'
import { makePair, type Pair } from '../../../test-tls/make-pair.ts'
import { CertificateShelf } from '../../lib/tls/certificate-shelf.ts'
import { CertificateFiles } from './certificate-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'mayfly-files-'))
after(() => rm(folder, { recursive: true }))
const [certFile, keyFile] = [join(folder, 'a.crt'), join(folder, 'a.key')]

class Scene {
  readonly log: string[] = []
  readonly shelf = new CertificateShelf()
  readonly files = new CertificateFiles(
    this.shelf,
    pino({ base: null, timestamp: false }, { write: (line: string) => void this.log.push(JSON.parse(line).msg) }),
  )

  get served(): string | undefined {
    return this.shelf.list()[0]?.certificate.pair.cert
  }

  get problem(): string | null {
    const [first] = this.shelf.list()
    return first ? this.files.problemOf(first.certificate) : null
  }
}

async function put({ cert, key }: Partial<Pair>): Promise<void> {
  if (cert !== undefined) await writeFile(certFile, cert)
  if (key !== undefined) await writeFile(keyFile, key)
}

test('at the start what does not work is refused, with the setting to correct', async () => {
  const { files } = new Scene()
  await put(await makePair(['a.test']))
  const missing = join(folder, 'none')
  await assert.rejects(
    files.load([{ certFile, keyFile: missing }]),
    /none does not exist\. Correct MAYFLY_TLS_KEY_FILE/,
  )
  await assert.rejects(files.load([{ certFile: folder, keyFile }]), /EISDIR.*MAYFLY_TLS_CERT_FILE/)
  await assert.rejects(files.load([{ certFile, keyFile: certFile }]), /do not work together/)
})

test('a new pair is served once it is whole; until then the old one is, and that is told once', async () => {
  const scene = new Scene()
  const [old, young] = [await makePair(['a.test']), await makePair(['a.test'])]
  await put(old)
  await scene.files.load([{ certFile, keyFile }])
  await scene.files.look()
  assert.deepEqual([scene.served, scene.log], [old.cert, []])
  for (const half of [{ cert: young.cert }, { cert: young.cert.slice(0, 200) }, { cert: young.cert }]) {
    await put(half)
    const before = scene.log.length
    await scene.files.look()
    await scene.files.look()
    assert.equal(scene.served, old.cert)
    assert.notEqual(scene.problem, null)
    assert.deepEqual(scene.log.slice(before), ['the old certificate stays'])
  }
  await put(young)
  await scene.files.look()
  assert.deepEqual([scene.served, scene.problem, scene.log.at(-1)], [young.cert, null, 'serving a new certificate'])
})

test('a file that is away for a moment changes nothing, and one that comes back as it was is no news', async () => {
  const scene = new Scene()
  const pair = await makePair(['a.test'])
  await put(pair)
  await scene.files.load([{ certFile, keyFile }])
  await rename(keyFile, `${keyFile}.away`)
  await scene.files.look()
  assert.match(scene.problem ?? '', /ENOENT/)
  await rename(`${keyFile}.away`, keyFile)
  await scene.files.look()
  assert.deepEqual([scene.served, scene.problem], [pair.cert, null])
  assert.deepEqual(scene.log, ['the old certificate stays'])
})
