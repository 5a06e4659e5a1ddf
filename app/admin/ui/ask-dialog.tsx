import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'

type AskDialogProps = {
  title: string
  action: string
  children: ReactNode
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks back before a step that is seldom meant. Nothing happens unless it is confirmed. */
export function AskDialog({ title, action, children, isBusy = false, onConfirm, onClose }: AskDialogProps) {
  return (
    <FormDialog onClose={onClose} labelledBy="ask-title" className="adm adm-dialog adm-confirm">
      <div className="adm-dialog-form adm-stack">
        <h2 id="ask-title">{title}</h2>
        {children}
        <div className="adm-tools">
          <button className="btn btn-2" type="button" onClick={onClose}>
            Never mind
          </button>
          <button
            className="btn btn-ink"
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onConfirm()}
          >
            {action}
          </button>
        </div>
      </div>
    </FormDialog>
  )
}
