import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeyText } from '../server/src/domain/api-key.ts'
import { BenchProcess } from './bench-process.ts'
import type { Cleanup } from './cleanup.ts'
import { MayflyServer } from './mayfly-server.ts'
import { ROOT } from './root.ts'
import type { RunSettings } from './run-settings.ts'

/** The owner's plan with its caps out of the way: every limit is still counted, none is reached. */
const PLANS = { team: { requests_per_minute: 1_000_000_000, inboxes: 10_000_000, open_waits: 100_000 } }

const TMPFS = 0x01021994
/** What a seeded message takes, with room for what the runs add. */
const BYTES_PER_MESSAGE = 6_000

/** What all measurements share. */
export class Bench {
  readonly settings: RunSettings
  readonly cleanup: Cleanup
  readonly apiKey = newKeyText()
  /** On a real disk: fsync on tmpfs costs nothing. */
  readonly folder: string
  readonly smtpLoad: BenchProcess
  readonly httpLoad: BenchProcess
  readonly #plansFile: string

  constructor(settings: RunSettings, cleanup: Cleanup) {
    this.settings = settings
    this.cleanup = cleanup
    const parent = statfsSync(tmpdir()).type === TMPFS ? ROOT : tmpdir()
    requireRoom(parent, settings)
    this.folder = mkdtempSync(join(parent, 'mayfly-bench-'))
    cleanup.add(async () => rmSync(this.folder, { recursive: true, force: true }))
    this.#plansFile = join(this.folder, 'plans.json')
    writeFileSync(this.#plansFile, JSON.stringify(PLANS))
    this.smtpLoad = new BenchProcess('./smtp-load.ts', cleanup)
    this.httpLoad = new BenchProcess('./http-load.ts', cleanup)
  }

  /** `name` is the name of its data folder. */
  startMayfly(name: string, env: Readonly<Record<string, string>> = {}): Promise<MayflyServer> {
    return this.spawnMayfly(name, 0, env).ready()
  }

  spawnMayfly(name: string, httpPort = 0, env: Readonly<Record<string, string>> = {}): MayflyServer {
    const options = { dataDir: this.dataDir(name), apiKey: this.apiKey, plansFile: this.#plansFile, httpPort, env }
    return new MayflyServer(options, this.cleanup)
  }

  dataDir(name: string): string {
    return join(this.folder, name)
  }

  /** Data that is no longer needed makes room at once. */
  dropData(name: string): void {
    rmSync(this.dataDir(name), { recursive: true, force: true })
  }

  say(text: string): void {
    process.stdout.write(`${text}\n`)
  }
}

function requireRoom(parent: string, { messages, sections }: RunSettings): void {
  const { bavail, bsize } = statfsSync(parent)
  const needed = (sections.has('growth') ? messages * BYTES_PER_MESSAGE : 0) + 1e9
  if (bavail * bsize < needed) throw new Error(`${parent} has less than ${Math.ceil(needed / 1e9)} GB free.`)
}
