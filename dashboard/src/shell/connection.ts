import { useSyncExternalStore } from 'react'

/** Short breaks heal before anybody needs to know of them. */
const PATIENCE_MS = 1_500

let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

export function noteConnection(isThere: boolean): void {
  if (isThere) {
    clearTimeout(timer)
    timer = undefined
    set(false)
  } else timer ??= setTimeout(() => set(true), PATIENCE_MS)
}

function set(next: boolean): void {
  if (lost === next) return
  lost = next
  for (const tell of watchers) tell()
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => lost,
  )
}
