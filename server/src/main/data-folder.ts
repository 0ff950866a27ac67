import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Unusable } from './unusable.ts'

/** Mail and keys are nobody else's: a folder that is made here is the owner's alone. */
const OWNER_ONLY = 0o700

export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw explain(dataDir, error as NodeJS.ErrnoException)
  }
}

/** Level by level: where a file system refuses a folder with ENOENT, as /proc does, Node's own recursion never ends. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path && !(await isFolder(parent))) await makeFolder(parent)
  await mkdir(path, OWNER_ONLY)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** For a command that works on what is there already: a slip in the path must not make an empty store. */
export async function requireDataFolder(dataDir: string): Promise<void> {
  if (await isFolder(dataDir)) return
  throw new Unusable(`There is no data folder ${dataDir}. Set MAYFLY_DATA_DIR to the folder that the server uses.`)
}

function explain(dataDir: string, error: NodeJS.ErrnoException): Error {
  const remedy = 'or set MAYFLY_DATA_DIR to another folder.'
  switch (error.code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new Unusable(`${dataDir} is not a folder. Move that file away, ${remedy}`, { cause: error })
    case 'EACCES':
    case 'ENOENT':
    case 'EPERM':
      return new Unusable(`The data folder ${dataDir} cannot be written to by this user. Give it to them, ${remedy}`, {
        cause: error,
      })
    case 'EROFS':
      return new Unusable(`The data folder ${dataDir} is on a read-only disk. Make it writable, ${remedy}`, {
        cause: error,
      })
    case 'ENOSPC':
    case 'EDQUOT':
      return new Unusable(`The disk of the data folder ${dataDir} is full. Free some space, ${remedy}`, {
        cause: error,
      })
    default:
      return error
  }
}
