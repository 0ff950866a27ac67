import { useSyncExternalStore } from 'react'

const TICK_MS = 20_000
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** One clock for all times on the page. */
const watchers = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of watchers) tell()
  }, TICK_MS)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

export function relativeTime(moment: number, present: number): string {
  const seconds = Math.round((moment - present) / 1_000)
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 10 ? 'in a moment' : 'now'
}

/** "3 min. ago", with the exact moment on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const present = useSyncExternalStore(watch, () => now)
  const moment = new Date(at)
  // What has just come is not in the future of a clock that ticks slowly.
  const shown = relativeTime(moment.getTime(), Math.max(present, Math.min(moment.getTime(), Date.now())))
  return (
    <time dateTime={at} title={EXACT.format(moment)} className={className}>
      {shown}
    </time>
  )
}
