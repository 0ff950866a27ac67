import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const READ_BYTES = 1024 * 1024

/** A large mail while it arrives. The file has no name once it is open, so nothing is left of it after a crash. */
export class SpoolFile {
  readonly #file: FileHandle

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(folder: string): Promise<SpoolFile> {
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new SpoolFile(file)
  }

  async append(chunks: readonly Buffer[]): Promise<void> {
    await this.#file.writev(chunks)
  }

  /** All of it from the beginning. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    let at = 0
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
      const { bytesRead } = await this.#file.read(buffer, 0, READ_BYTES, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
