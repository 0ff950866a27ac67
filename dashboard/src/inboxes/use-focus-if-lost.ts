import { type RefObject, useEffect, useRef } from 'react'

/** On a narrow screen the list gives way to what was opened, and takes the focus with it: then it goes to the heading. */
export function useFocusIfLost(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || !activeElement.checkVisibility()
    if (isLost) heading.current?.focus()
  }, [])
  return heading
}
