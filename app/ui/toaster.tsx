import { Toast as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icons.tsx'
import { onToast, type Toast } from './toast-store.ts'

/** How long a toast stays, in milliseconds, and how far a swipe dismisses it, in pixels (spec §9). */
const duration = 5000
const swipeThreshold = 50
/** When, in milliseconds, a dismissed toast is dropped (spec §9). */
const removalDelay = 1_000_000

/**
 * Where a toast can be seen, read out and pressed: in the topmost open dialog, because everything outside is dimmed and
 * inert; else in the page.
 */
function usePlace(isOpen: boolean): Element {
  const [place, setPlace] = useState(topmost)
  useEffect(() => {
    if (!isOpen) return
    const look = () => setPlace(topmost())
    look()
    // A dialog that fades out closes; one that is removed takes what is in it along.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true })
    document.addEventListener('close', look, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('close', look, true)
    }
  }, [isOpen])
  return place
}

const topmost = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body

/** Renders the toasts of `showToast`, one at a time (spec §9). `first` is the one shown before this was loaded. */
export function Toaster({ first }: { first: Toast | null }) {
  const [toast, setToast] = useState(first)
  const [isOpen, setIsOpen] = useState(first !== null)
  const place = usePlace(isOpen)

  useEffect(
    () =>
      onToast((next) => {
        if (next) setToast(next)
        setIsOpen(next !== null)
      }),
    [],
  )

  useEffect(() => {
    if (isOpen || !toast) return
    const removal = setTimeout(() => setToast(null), removalDelay)
    return () => clearTimeout(removal)
  }, [isOpen, toast])

  return (
    <Radix.Provider duration={duration} swipeDirection="right" swipeThreshold={swipeThreshold} label="Notice">
      {toast && (
        <Radix.Root
          key={toast.id}
          className={toast.destructive ? 'toast bad' : 'toast'}
          type={toast.destructive ? 'foreground' : 'background'}
          open={isOpen}
          onOpenChange={setIsOpen}
        >
          <Radix.Title className="toast-title">{toast.title}</Radix.Title>
          {toast.description && (
            <Radix.Description className="toast-text">{toast.description}</Radix.Description>
          )}
          <Radix.Close className="icon-btn toast-close" aria-label="Close this notice">
            <Icon name="close" />
          </Radix.Close>
        </Radix.Root>
      )}
      {createPortal(<Radix.Viewport className="toasts" hotkey={['F8']} label="Notices ({hotkey})" />, place)}
    </Radix.Provider>
  )
}
