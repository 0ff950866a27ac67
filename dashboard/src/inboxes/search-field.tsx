import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'

interface SearchFieldProps {
  label: string
  /** After a moment without typing. */
  search: (text: string) => void
  /** Whether / leads here. */
  keyboard: boolean
}

const PAUSE_MS = 200

export function SearchField({ label, search, keyboard }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, search])
  useShortcuts(keyboard ? { '/': () => input.current?.focus() } : {})
  return (
    <div className="relative flex-1">
      <Icon name="search" className="absolute top-2 left-2.5 text-soft" />
      <input
        ref={input}
        type="search"
        value={text}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={keyboard ? '/' : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (text === '') input.current?.blur()
          setText('')
        }}
        className="h-8 w-full rounded-md border border-transparent bg-hover pr-2 pl-8 hover:border-edge focus:border-edge"
      />
    </div>
  )
}
