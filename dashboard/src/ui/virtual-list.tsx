import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../shell/shortcuts.ts'

interface VirtualListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  rowHeight: number
  /** The row's link; it takes the tabIndex that it is given. */
  row: (item: T, tabIndex: number) => ReactNode
  /** The key of the one that is open. */
  selected: string | null
  /** Whether j and k are for this list. Arrows always are while the focus is in it. */
  keyboard: boolean
  /** More keys, for the row in focus or else the open one. */
  keys?: Readonly<Record<string, (item: T) => void>>
  reachEnd?: () => void
  /** How many there are, where not all are loaded. */
  total?: number
}

const OVERSCAN = 8
const NEAR_END = 30

/** Draws the rows in sight alone, and moves the focus among all of them. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, keyOf, rowHeight, row, selected, reachEnd, total = items.length } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState<number | null>(null)
  const open = items.findIndex((item) => keyOf(item) === selected)
  const tabStop = Math.min(focus ?? Math.max(open, 0), items.length - 1)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: OVERSCAN,
    // The row that has the focus stays, wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), tabStop])].sort((a, b) => a - b),
  })
  const rows = virtualizer.getVirtualItems()
  const last = rows.findLast(({ index }) => index !== tabStop)?.index ?? 0
  useEffect(() => {
    if (last >= items.length - NEAR_END) reachEnd?.()
  }, [last, items.length, reachEnd])

  const linkAt = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, items.length - 1))
    setFocus(next)
    virtualizer.scrollToIndex(next)
    const link = linkAt(next)
    if (link) link.focus({ preventScroll: true })
    else requestAnimationFrame(() => linkAt(next)?.focus({ preventScroll: true }))
  }
  useRowKeys(props, {
    hasFocus: () => scroller.current?.contains(document.activeElement) ?? false,
    open,
    focus,
    moveTo,
  })

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start, key }) => (
          <li
            key={key}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className="absolute inset-x-0"
            style={{ top: start, height: rowHeight }}
            onFocus={() => setFocus(index)}
          >
            {row(items[index] as T, index === tabStop ? 0 : -1)}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Place {
  readonly hasFocus: () => boolean
  readonly open: number
  readonly focus: number | null
  readonly moveTo: (index: number) => void
}

function useRowKeys<T>({ items, keyboard, keys = {} }: VirtualListProps<T>, place: Place): void {
  const { hasFocus, open, focus, moveTo } = place
  const at = () => (hasFocus() ? (focus ?? -1) : open)
  const whereFocus = (act: () => void) => () => hasFocus() && act()
  const here = (act: (item: T) => void) => () => {
    const index = at()
    const item = items[index]
    if (item === undefined) return
    act(item)
  }
  const openRow = whereFocus(() => (document.activeElement as HTMLElement).click())
  const arrows = {
    ArrowDown: whereFocus(() => moveTo(at() + 1)),
    ArrowUp: whereFocus(() => moveTo(at() - 1)),
    Home: whereFocus(() => moveTo(0)),
    End: whereFocus(() => moveTo(items.length - 1)),
  }
  const letters = { j: () => moveTo(at() + 1), k: () => moveTo(at() - 1), o: openRow }
  const own = Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, here(act)]))
  useShortcuts({ ...arrows, ...(keyboard && { ...letters, ...own }) })
}
