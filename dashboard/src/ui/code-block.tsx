import { CopyButton } from './copy-button.tsx'

/** Text to copy. It can be scrolled with the keyboard. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="relative rounded-md border border-line bg-inset">
      <section
        aria-label={what}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-md p-3 pr-12"
      >
        <pre className="font-mono text-[13px] leading-5">{text}</pre>
      </section>
      <div className="absolute top-1 right-1 rounded-md bg-inset">
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}

/** One line that is shown this once, or is worth copying. */
export function CopyLine({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-center gap-1 rounded-md border border-line bg-inset py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 flex-1 font-mono text-[13px] wrap-anywhere">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
