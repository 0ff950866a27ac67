import { deleteMessage, hideMessage } from '../api/messages.ts'
import type { Message, Summary } from '../api/types.ts'
import { showToast } from '../ui/toasts.tsx'

const UNDO_MS = 6_000

/** Deletions that can still be taken back, by the message's id. */
const pending = new Map<string, () => void>()

/** Gone from sight at once, from the server when the time to take it back is over. */
export function deleteWithUndo(message: Summary | Message): void {
  if (pending.has(message.id)) return
  const bringBack = hideMessage(message)
  const commit = () => {
    clearTimeout(timer)
    pending.delete(message.id)
    deleteMessage(message.id).catch((error: Error) => {
      bringBack()
      showToast(`Not deleted: ${error.message}`)
    })
  }
  const timer = setTimeout(commit, UNDO_MS)
  pending.set(message.id, commit)
  showToast('Message deleted', () => {
    if (!pending.delete(message.id)) return
    clearTimeout(timer)
    bringBack()
  })
}

// Leaving the page is no way to take it back.
window.addEventListener('pagehide', () => {
  for (const id of pending.keys()) {
    void fetch(`/v1/messages/${id}`, { method: 'DELETE', credentials: 'same-origin', keepalive: true })
  }
  pending.clear()
})
