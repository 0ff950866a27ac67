import { useSyncExternalStore } from 'react'
import { deleteMessage } from '../api/messages.ts'
import type { Message, Summary } from '../api/types.ts'
import { showToast } from '../ui/toasts.tsx'

const UNDO_MS = 6_000

/** The ids of messages that are gone from sight, but can still be taken back. A new set with every change. */
let pending: ReadonlySet<string> = new Set()
const watchers = new Set<() => void>()

function set(next: ReadonlySet<string>): void {
  pending = next
  for (const tell of watchers) tell()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => pending)
}

/** Gone from sight at once, from the server when the time to take it back is over. */
export function deleteWithUndo(message: Summary | Message): void {
  const { id } = message
  if (pending.has(id)) return
  set(new Set([...pending, id]))
  const show = () => set(pending.difference(new Set([id])))
  const timer = setTimeout(() => {
    deleteMessage(message)
      .catch((error: Error) => showToast(`Not deleted: ${error.message}`))
      .finally(show)
  }, UNDO_MS)
  showToast('Message deleted', () => {
    clearTimeout(timer)
    show()
  })
}

// Leaving the page is no way to take it back.
window.addEventListener('pagehide', () => {
  for (const id of pending) {
    void fetch(`/v1/messages/${id}`, { method: 'DELETE', credentials: 'same-origin', keepalive: true })
  }
})
