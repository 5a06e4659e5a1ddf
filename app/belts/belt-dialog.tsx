import { useId } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { type Turned, TurnView } from './turn-view.tsx'
import './belt-dialog.css'

type BeltDialogProps = { belt: Turned; open: boolean; onClose: () => void }

/** One belt, large enough to turn and to come close to. */
export function BeltDialog({ belt, open, onClose }: BeltDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} className="belt-near">
      <div className="dialog-top">
        <h2 id={titleId}>{belt.name}</h2>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <TurnView belt={belt} sizes="(min-width: 48rem) 44rem, 100vw" />
    </Dialog>
  )
}
