import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react'
import { Problem } from '../api/problem.ts'
import { Notice } from './notice.tsx'

/** What the server found wrong, by the name of the field. */
const Faults = createContext<Readonly<Record<string, string>>>({})

export function useFault(name: string): string | undefined {
  return use(Faults)[name]
}

/** The text fields of a form. A check box that is off is missing. */
export type Values = Readonly<Record<string, string>>

interface FormProps {
  /** Throws what the server says. */
  submit: (values: Values) => Promise<unknown>
  /** Problems by their code that belong to a field, though the server does not point at it. */
  place?: Readonly<Record<string, string>>
  children: ReactNode
  className?: string
}

const Busy = createContext(false)

export function useBusy(): boolean {
  return use(Busy)
}

/** Keeps what was typed, says what is wrong beside the field, and leads there. */
export function Form({ submit, place = {}, children, className = 'space-y-4' }: FormProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf(error, place)
  useEffect(() => {
    if (error === null) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    first?.focus()
  }, [error])

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setBusy(true)
    setError(null)
    try {
      await submit(values)
    } catch (problem) {
      setError(problem as Error)
    } finally {
      setBusy(false)
    }
  }

  const names = new Set(Object.keys(faults).filter((name) => form.current?.elements.namedItem(name)))
  return (
    <form ref={form} onSubmit={send} className={className} noValidate>
      {error && names.size === 0 && <Notice kind="bad">{error.message}</Notice>}
      <Faults value={faults}>
        <Busy value={busy}>{children}</Busy>
      </Faults>
    </form>
  )
}

function faultsOf(error: Error | null, place: Readonly<Record<string, string>>): Record<string, string> {
  if (!(error instanceof Problem)) return {}
  const placed = place[error.code]
  if (placed !== undefined) return { [placed]: error.message }
  return Object.fromEntries(
    error.faults.map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', asSentence(detail)]),
  )
}

/** The schema's own words are for programmers. */
function asSentence(detail: string): string {
  const least = /^must not have fewer than (\d+) characters$/i.exec(detail)?.[1]
  if (least !== undefined || detail === 'is required') {
    return Number(least ?? 1) > 1 ? `At least ${least} characters.` : 'This is needed.'
  }
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.!?]$/.test(detail) ? '' : '.'}`
}
