import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './dialog.css'

type DialogProps = {
  open: boolean
  /** called on Esc, on a click outside, or by the caller's own button */
  onClose: () => void
  /** id of the element that labels the dialog */
  labelledBy: string
  children: ReactNode
  className?: string
}

/**
 * A modal native <dialog>: the browser traps the focus and returns it. The children exist only while it is open or
 * fading out, so they must still render after `open` became false.
 */
export function Dialog({ open, onClose, labelledBy, children, className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element>(null)
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!open) {
      // React has just moved the focus back to the button inside that closed it.
      if (dialog.contains(document.activeElement)) (opener.current as HTMLElement | null)?.focus()
      return
    }
    opener.current = document.activeElement
    keepScrollbarWidth()
    dialog.showModal()
    return () => {
      dialog.close()
      const fading = dialog.getAnimations().map((animation) => animation.finished)
      void Promise.allSettled(fading).then(() => setPresent(false))
    }
  }, [open])

  if (!open && !present) return null
  // In the body, so that Enter inside never submits a surrounding form.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc does the same natively.
    <dialog
      ref={ref}
      className={className ? `dialog ${className}` : 'dialog'}
      aria-labelledby={labelledBy}
      onClose={(event) => {
        if (open && !event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        // The second click of a double click isn't meant to close it.
        if (event.target === event.currentTarget && event.detail < 2) onClose()
      }}
    >
      {children}
    </dialog>,
    document.body,
  )
}

/** A page below a dialog loses its scrollbar; its width becomes padding (dialog.css), so that nothing moves. */
function keepScrollbarWidth() {
  if (document.querySelector('dialog:modal')) return
  const root = document.documentElement
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
}

/**
 * Browsers drop the focus from a button that gets disabled while it works, and the keyboard would start at the top of
 * the page. The element around it (tabIndex -1) holds the focus meanwhile, and the button gets it back.
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
    // A dialog closed and returned the focus to the disabled button: it's still there, or has fallen to the body.
    const isLost = activeElement === document.body || activeElement?.closest('dialog:not([open])')
    if (isLost || (from.current && activeElement === from.current)) to.current?.focus({ preventScroll: true })
  }, [isBusy])
  return { holder, button }
}

/**
 * Focuses an element (tabIndex -1) when a change to what it shows has removed the button that had the focus.
 * @param shown null or undefined: not loaded yet
 */
export function useFocusAfter(heir: RefObject<HTMLElement | null>, shown: unknown) {
  const before = useRef(shown)
  useLayoutEffect(() => {
    const isChanged = before.current != null && before.current !== shown
    before.current = shown
    if (isChanged && document.activeElement === document.body) heir.current?.focus({ preventScroll: true })
  }, [heir, shown])
}

/**
 * Focuses an element (tabIndex -1) that replaces a form or button which had the focus.
 * @param isHeir false if it was there from the start
 */
export function useInheritedFocus(heir: RefObject<HTMLElement | null>, isHeir = true) {
  useLayoutEffect(() => {
    if (isHeir && document.activeElement === document.body) heir.current?.focus({ preventScroll: true })
  }, [heir, isHeir])
}
