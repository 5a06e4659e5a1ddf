import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

type ConfirmDialogProps = {
  title: string
  /** what it affects */
  children: ReactNode
  /** the word on the button that does it */
  action: string
  /** the word on the button that does nothing */
  wayOut?: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. The focus begins at the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, wayOut = 'Keep it', isBusy, onConfirm, onClose } = props
  return (
    <Dialog open onClose={onClose} labelledBy="confirm-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="confirm-title">{title}</h2>
        {children}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            {wayOut}
          </button>
          <button
            className="btn btn-bad"
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onConfirm()}
          >
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
