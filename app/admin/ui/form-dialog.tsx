import { type ComponentProps, type FormEvent, type KeyboardEvent, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open'>

/**
 * A dialog in which something is written. Esc, a tap beside it and a phone's Back ask before that goes; its own buttons, which
 * call `onClose` themselves, don't.
 */
export function FormDialog({ onClose, labelledBy, children, className }: FormDialogProps) {
  const [isWritten, setWritten] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState(0)
  const own = (event: FormEvent | KeyboardEvent) =>
    (event.target as Element).closest('dialog')?.getAttribute('aria-labelledby') === labelledBy
  const leave = () => (isWritten ? setAsked(true) : onClose())
  function stay() {
    setAsked(false)
    // Back has closed it already; what was written is the caller's, so it's there when it opens again.
    if (!document.querySelector(`dialog[aria-labelledby="${labelledBy}"][open]`)) setShown(shown + 1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is typed in the dialog passes here on its way up
    <div
      className="adm-form-dialog"
      onInput={(event) => own(event) && setWritten(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isWritten || !own(event) || event.defaultPrevented) return
        event.preventDefault()
        leave()
      }}
    >
      <Dialog key={shown} open onClose={leave} labelledBy={labelledBy} {...(className ? { className } : {})}>
        {children}
      </Dialog>
      {isAsked && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave"
          wayOut="Keep writing"
          isBusy={false}
          onConfirm={onClose}
          onClose={stay}
        >
          <p>What you typed here will be gone.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
