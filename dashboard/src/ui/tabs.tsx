import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
}

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  choose: (name: Name) => void
  /** Beside the tabs. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** As the ARIA authoring practices want them: one stop for Tab, arrows between. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  choose,
  aside,
  children,
  className = '',
}: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ name }) => name === current)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (tab) choose(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div className={`flex min-h-0 flex-col ${className}`}>
      <div className="flex items-center justify-between gap-2 border-b border-line">
        <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className="flex overflow-x-auto">
          {tabs.map((tab) => (
            <button
              key={tab.name}
              type="button"
              role="tab"
              id={`${id}-${tab.name}`}
              aria-controls={`${id}-panel`}
              aria-selected={tab.name === current}
              tabIndex={tab.name === current ? 0 : -1}
              onClick={() => choose(tab.name)}
              className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="relative flex min-h-0 flex-1 flex-col overflow-auto -outline-offset-2"
      >
        {children}
      </div>
    </div>
  )
}
