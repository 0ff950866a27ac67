import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useShortcuts } from './shortcuts.ts'

interface RowFocusOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rowKeys: readonly string[]
  readonly selected: string | null
  readonly keyboard: boolean
  /** By the place of the row. */
  readonly keys: Readonly<Record<string, (index: number) => void>>
  readonly scrollTo: (index: number) => void
}

interface RowFocus {
  /** The one row that Tab leads to. */
  readonly tabStop: number
  /** To be called when a row gets the focus. */
  readonly note: (index: number) => void
}

/** Rows come and go while one has the focus: it is known by its key, and its place is for when it is gone. */
export function useRowFocus(options: RowFocusOptions): RowFocus {
  const { scroller, rowKeys, selected, scrollTo } = options
  const [focused, setFocused] = useState<{ key: string; index: number } | null>(null)
  const places = useMemo(() => new Map(rowKeys.map((key, index) => [key, index])), [rowKeys])
  const last = rowKeys.length - 1
  const open = places.get(selected ?? '') ?? -1
  const place = focused === null ? Math.max(open, 0) : (places.get(focused.key) ?? focused.index)
  const note = (index: number) => setFocused({ key: rowKeys[index] ?? '', index })
  const moveTo = (wanted: number) => {
    const index = Math.max(0, Math.min(wanted, last))
    note(index)
    scrollTo(index)
    focusRow(scroller, index)
  }
  const hasFocus = () => scroller.current?.contains(document.activeElement) ?? false
  useRowKeys(options, { hasFocus, at: () => (hasFocus() ? place : open), moveTo, last })

  const isGone = focused !== null && !places.has(focused.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a row goes, and the focus with it
  useEffect(() => {
    if (isGone && last >= 0 && document.activeElement === document.body) moveTo(place)
  }, [isGone])
  return { tabStop: Math.min(place, last), note }
}

/** At once where the row is drawn already, so that keys may follow each other however fast. */
function focusRow(scroller: RefObject<HTMLElement | null>, index: number): void {
  const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  const link = find()
  if (link) link.focus({ preventScroll: true })
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }))
}

interface Place {
  readonly hasFocus: () => boolean
  /** The row in focus, or else the open one; -1 for neither. */
  readonly at: () => number
  readonly moveTo: (index: number) => void
  readonly last: number
}

function useRowKeys({ keyboard, keys }: RowFocusOptions, { hasFocus, at, moveTo, last }: Place): void {
  const whereFocus = (act: () => void) => () => hasFocus() && act()
  const own = Object.entries(keys).map(([key, act]) => [key, () => at() >= 0 && act(at())])
  const letters = {
    j: () => moveTo(at() + 1),
    k: () => moveTo(at() - 1),
    o: whereFocus(() => (document.activeElement as HTMLElement).click()),
    ...Object.fromEntries(own),
  }
  useShortcuts({
    ArrowDown: whereFocus(() => moveTo(at() + 1)),
    ArrowUp: whereFocus(() => moveTo(at() - 1)),
    Home: whereFocus(() => moveTo(0)),
    End: whereFocus(() => moveTo(last)),
    ...(keyboard && letters),
  })
}
