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
    try {
      await unlink(path)
    } catch (error) {
      await file.close()
      throw error
    }
    return new SpoolFile(file)
  }

  async append(chunks: readonly Buffer[]): Promise<void> {
    const { bytesWritten } = await this.#file.writev(chunks)
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    // The system may take less than it is given, as a disk does that is nearly full.
    if (bytesWritten < bytes) await this.#file.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
  }

  /** All of it from the beginning. The next piece overwrites the one before. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    let at = 0
    for (;;) {
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

export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ENOSPC' || code === 'EDQUOT'
}
