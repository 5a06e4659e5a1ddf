import { useLayoutEffect, useRef } from 'react'

/**
 * A browser takes the focus from a button that is disabled while it works, and the keyboard starts at the page's top
 * again. What stands around the button (tabIndex -1) holds the focus meanwhile.
 */
export function useHeldFocus<Holder extends HTMLElement>(isBusy: boolean) {
  const holder = useRef<Holder>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    const [from, to] = isBusy ? [button, holder] : [holder, button]
    // In a dialog that closes onto the disabled button.
    const isLost = isBusy && activeElement?.closest('dialog:not([open])')
    if (isLost || (from.current && activeElement === from.current)) to.current?.focus({ preventScroll: true })
  }, [isBusy])
  return { holder, button }
}
