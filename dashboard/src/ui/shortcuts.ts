import { useEffect, useRef } from 'react'

/** By the key as the browser names it; two in a row as "g i". False leaves the key to others. */
type Shortcuts = Readonly<Record<string, () => unknown>>

const PREFIX = 'g'
const PREFIX_MS = 1_500

let prefixedAt = Number.NEGATIVE_INFINITY
/** The key that is being pressed, with the prefix before it if there was one. */
let pressed = ''

// Ahead of all that listen for shortcuts: each of them hears the same name.
window.addEventListener(
  'keydown',
  (event) => {
    const isSecond = event.timeStamp - prefixedAt < PREFIX_MS
    pressed = isSecond ? `${PREFIX} ${event.key}` : event.key
    prefixedAt = pressed === PREFIX && !isTaken(event) ? event.timeStamp : Number.NEGATIVE_INFINITY
  },
  true,
)

/** Keys for the whole page. They keep out of fields, of open dialogs, and of what belongs to the browser. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const act = latest.current[pressed]
      if (act && act() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (document.querySelector('dialog[open]')) return true
  const { target } = event
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
