import { useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'

type BankDialogProps = {
  open: boolean
  /** what is to be paid, as a price label */
  amount: string
  onAnswer: (answer: 'completed' | 'failed') => void
}

/** The demo's bank, which asks its customer before it pays. Closing it is declining. */
export function BankDialog({ open, amount, onAnswer }: BankDialogProps) {
  const title = useId()
  return (
    <Dialog open={open} onClose={() => onAnswer('failed')} labelledBy={title} className="bank-dialog">
      <div className="bank">
        <h2 id={title}>Your bank asks</h2>
        <p className="quiet">
          Do you want to pay {amount}? In the demo, this stands for the message on your phone.
        </p>
        <div className="bank-acts">
          <button className="btn btn-1" type="button" onClick={() => onAnswer('completed')}>
            Confirm
          </button>
          <button className="btn btn-2" type="button" onClick={() => onAnswer('failed')}>
            Decline
          </button>
        </div>
      </div>
    </Dialog>
  )
}
