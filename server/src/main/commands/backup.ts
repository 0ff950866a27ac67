import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Command } from '../command.ts'
import { Unusable } from '../unusable.ts'
import { withStore } from '../with-store.ts'

export const backup: Command = {
  usage: 'backup FILE',
  describes: 'Writes a consistent copy of all data into FILE. The server may run meanwhile.',
  options: {},
  operands: ['FILE'],
  async run({ operands: [name = ''] }) {
    const file = resolve(name)
    if (await stat(file).catch(() => null)) {
      throw new Unusable(`${file} exists already. Choose another name, or move it away.`)
    }
    await requireWritable(dirname(file))
    await withStore((store) => store.backup(file))
    const { size } = await stat(file)
    process.stdout.write(`Backed up to ${file} (${size} bytes).\n`)
  },
}

async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK)
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Unusable(
      `The folder ${folder} ${missing ? 'does not exist. Make it' : 'cannot be written to by this user. Give it to them'}, or choose another place.`,
      { cause: error },
    )
  }
}
