import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { median } from './statistics.ts'

/** What the figures were made on, a line each. */
export function describeMachine(folder: string): string[] {
  const processors = cpus()
  return [
    `Processor: ${processors[0]?.model ?? 'unknown'}, ${processors.length} cores (${arch()})`,
    `Memory: ${(totalmem() / 1024 ** 3).toFixed(1)} GiB`,
    `Data folder: ${fileSystem(folder)}; 4 KiB written and fsynced in ${fsyncMs(folder).toFixed(2)} ms (median)`,
    `System: ${type()} ${release()}, Node ${process.versions.node}`,
    `Date: ${new Date().toISOString()}`,
  ]
}

function fileSystem(folder: string): string {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string, string])
    .filter(([, point]) => folder === point || folder.startsWith(point.endsWith('/') ? point : `${point}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)
  const [device, point, kind] = mounts[0] ?? ['?', '?', '?']
  return `${kind} on ${device} (mounted at ${point})`
}

/** How fast the disk is sure of something: what durable intake depends on. */
function fsyncMs(folder: string): number {
  const file = join(folder, 'fsync')
  const handle = openSync(file, 'w')
  const page = Buffer.alloc(4096, 1)
  const times = Array.from({ length: 100 }, () => {
    const begun = performance.now()
    writeSync(handle, page)
    fsyncSync(handle)
    return performance.now() - begun
  })
  closeSync(handle)
  rmSync(file)
  return median(times)
}
