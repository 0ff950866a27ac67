import { rmSync, writeFileSync } from 'node:fs'
import { Folder } from './folder.ts'
import { run } from './mayflyd-command.ts'

/** A file system of so many megabytes, for a test that fills it. */
export class SmallDisk implements AsyncDisposable {
  readonly #folder = new Folder()

  private constructor() {}

  /** A reason where this machine does not let us: mounting needs root. */
  static async mount(megabytes: number): Promise<SmallDisk | string> {
    const disk = new SmallDisk()
    const { code, stderr } = await run('mount', [
      ...['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'mayfly-e2e', disk.path],
    ]).catch((error: Error) => ({ code: 1, stderr: error.message }))
    if (code === 0) return disk
    disk.#folder[Symbol.dispose]()
    return `needs the right to mount a tmpfs (root, CAP_SYS_ADMIN): ${stderr.trim()}`
  }

  get path(): string {
    return this.#folder.path
  }

  /** Takes room away, until `release`. */
  occupy(megabytes: number): void {
    writeFileSync(this.#folder.join('occupied'), Buffer.alloc(megabytes * 1024 ** 2, 1))
  }

  release(): void {
    rmSync(this.#folder.join('occupied'), { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run('umount', ['-l', this.path])
    this.#folder[Symbol.dispose]()
  }
}
