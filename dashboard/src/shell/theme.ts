import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'mayfly-theme'
const watchers = new Set<() => void>()
let theme: Theme = read()

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return THEMES.find((name) => name === kept) ?? 'system'
  } catch {
    return 'system' // Where the browser keeps nothing for us.
  }
}

/** Runs before anything is drawn. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export function useTheme(): readonly [Theme, (next: Theme) => void] {
  const current = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => theme,
  )
  return [current, choose]
}

function choose(next: Theme): void {
  theme = next
  applyTheme()
  for (const tell of watchers) tell()
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // It holds for this page then.
  }
}
