import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: (() => void) | undefined
}

const SHOWN_MS = 6_000

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const tell of watchers) tell()
}

/** Says something in passing. `undo` is offered while it is shown. */
export function showToast(text: string, undo?: () => void): void {
  const id = ++lastId
  set([...toasts.slice(-2), { id, text, undo }])
  setTimeout(() => dismiss(id), SHOWN_MS)
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex flex-col items-center gap-2 px-4"
    >
      {shown.map(({ id, text, undo }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-center gap-3 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-lg"
        >
          <span className="py-1.5 wrap-anywhere">{text}</span>
          {undo && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
