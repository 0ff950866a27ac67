import { readFileSync, writeFileSync } from 'node:fs'

/** USER_HZ is 100 on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/** Seconds of processor time that a process and its threads have used. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces, so counting begins behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

/** Memory that a process and its threads have in use, in bytes. */
export function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS')
}

/** The most that it has been since the last reset. */
export function peakBytes(pid: number): number {
  return statusBytes(pid, 'VmHWM')
}

export function resetPeak(pid: number): void {
  // proc(5): 5 sets the peak to what is in use now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusBytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024
}
