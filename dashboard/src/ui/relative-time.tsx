import { useSyncExternalStore } from 'react'
import { describeTime } from './describe-time.ts'

const TICK_MS = 20_000
const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

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

/** "3 min. ago", with the exact moment on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const present = useSyncExternalStore(watch, () => now)
  const moment = new Date(at)
  // What has just come is not in the future of a clock that ticks slowly.
  const shown = describeTime(moment.getTime(), Math.max(present, Math.min(moment.getTime(), Date.now())))
  return (
    <time dateTime={at} title={EXACT.format(moment)} className={className}>
      {shown}
    </time>
  )
}
