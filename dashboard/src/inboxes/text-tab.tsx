import type { Message } from '../api/types.ts'
import { EmptyState } from '../ui/states.tsx'

export function TextTab({ message }: { message: Message }) {
  if (message.text.trim() === '') {
    return (
      <EmptyState icon="mail" title="No text">
        {message.encrypted ? 'The body is encrypted, and cannot be read here.' : 'The message has none.'}
      </EmptyState>
    )
  }
  return (
    <div className="p-4">
      <pre className="max-w-[80ch] font-sans whitespace-pre-wrap wrap-anywhere">{message.text}</pre>
    </div>
  )
}
