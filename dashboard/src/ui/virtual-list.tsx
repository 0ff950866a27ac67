import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useRowFocus } from './use-row-focus.ts'

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
  const { label, items, keyOf, rowHeight, row, selected, keyboard, keys = {}, total = items.length } = props
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a key is made of never changes
  const rowKeys = useMemo(() => items.map(keyOf), [items])
  const focus = useRowFocus({
    scroller,
    rowKeys,
    selected,
    keyboard,
    keys: Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, (at: number) => act(items[at] as T)])),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  })
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKeys[index] as string,
    overscan: OVERSCAN,
    // The row that has the focus stays, wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focus.tabStop])].sort((a, b) => a - b),
  })
  const rows = virtualizer.getVirtualItems()
  useReachEnd(rows.findLast(({ index }) => index !== focus.tabStop)?.index ?? 0, props)
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
            onFocus={() => focus.note(index)}
          >
            {row(items[index] as T, index === focus.tabStop ? 0 : -1)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useReachEnd<T>(last: number, { items, reachEnd }: VirtualListProps<T>): void {
  useEffect(() => {
    if (last >= items.length - NEAR_END) reachEnd?.()
  }, [last, items.length, reachEnd])
}
