import { type RefObject, useLayoutEffect } from 'react'

/**
 * What takes the place of a form or a button that had the focus gets it (tabIndex -1), so that the keyboard goes on there.
 * @param isHeir false where it stands from the beginning
 */
export function useInheritedFocus(heir: RefObject<HTMLElement | null>, isHeir = true) {
  useLayoutEffect(() => {
    if (isHeir && document.activeElement === document.body) heir.current?.focus({ preventScroll: true })
  }, [heir, isHeir])
}
