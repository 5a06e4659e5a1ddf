import { useLayoutEffect, useRef } from 'react'

/**
 * A browser takes the focus from a button that is disabled while it works, and the keyboard starts at the page's top
 * again. What stands around the button (tabIndex -1) holds the focus meanwhile, and the button gets it back.
 */
export function useHeldFocus<Holder extends HTMLElement>(isBusy: boolean) {
  const holder = useRef<Holder>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(isBusy)
  useLayoutEffect(() => {
    if (wasBusy.current === isBusy) return
    wasBusy.current = isBusy
    const { activeElement } = document
    const [from, to] = isBusy ? [button, holder] : [holder, button]
    // A dialog closed onto the disabled button: the focus is still in it, or fell to the body.
    const isLost = activeElement === document.body || activeElement?.closest('dialog:not([open])')
    if (isLost || (from.current && activeElement === from.current)) to.current?.focus({ preventScroll: true })
  }, [isBusy])
  return { holder, button }
}
