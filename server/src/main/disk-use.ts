import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What the data folder takes, and what is left on its disk. */
export async function measureDisk(folder: string): Promise<{ used_bytes: number; free_bytes: number }> {
  const { bavail, bsize } = await statfs(folder)
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))))
  return { used_bytes: sizes.reduce((sum, size) => sum + size, 0), free_bytes: bavail * bsize }
}

/** A file may go while we look. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
