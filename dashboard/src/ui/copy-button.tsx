import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1_500

/** `what` is read aloud: "Copy the address". */
export function CopyButton({ text, what, words = false }: { text: string; what: string; words?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const label = copied ? 'Copied' : `Copy ${what}`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={async () => setCopied(await copyText(text))}
      className={`inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md font-medium transition-colors hover:bg-hover hover:text-ink ${
        words ? 'border border-edge bg-raised px-3 text-ink' : 'w-8 text-soft'
      }`}
    >
      <Icon name={copied ? 'check' : 'copy'} className={copied ? 'text-accent' : ''} />
      {words && <span className="min-w-12">{copied ? 'Copied' : 'Copy'}</span>}
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}
