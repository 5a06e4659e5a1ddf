import { type FormEvent, useId, useRef, useState } from 'react'
import type { Gender } from '../../../domain/belt.ts'
import { measuredSentence, sizeOfBelt, typedInches } from '../../../domain/measured.ts'
import { Dialog, useFocusAfter } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BeltStep } from './belt-step.tsx'
import { CardStep } from './card-step.tsx'
import { useScreenScale } from './screen-scale.ts'
import './measure-dialog.css'

type MeasureDialogProps = {
  open: boolean
  gender: Gender
  onClose: () => void
  /** a size of the shop, and the inches it was read from */
  onMeasured: (size: string, inches: number) => void
}

/** Measures a belt on the screen: first the screen's own scale, then the belt; or takes the length from a tape. */
export function MeasureDialog({ open, gender, onClose, onMeasured }: MeasureDialogProps) {
  const title = useId()
  const { axis, pixelsPerMm, isLost, set } = useScreenScale()
  const [isTyping, setTyping] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  // Each step's last button goes with it.
  useFocusAfter(body, pixelsPerMm === null ? 'card' : 'belt')
  return (
    <Dialog open={open} onClose={onClose} labelledBy={title} className="measure-dialog">
      <div className="dialog-top">
        <h2 id={title}>Lay your belt on the screen</h2>
        <button className="btn btn-3" type="button" onClick={() => setTyping(!isTyping)}>
          {isTyping ? 'Use the screen' : 'Type the inches'}
        </button>
        <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="measure-body" ref={body} tabIndex={-1}>
        {isTyping ? (
          <TypedLength {...{ gender, onMeasured }} />
        ) : pixelsPerMm === null ? (
          <CardStep key={axis} axis={axis} isAgain={isLost} onSet={set} />
        ) : (
          <BeltStep key={axis} {...{ axis, gender, pixelsPerMm, onMeasured }} onBack={() => set(null)} />
        )}
      </div>
    </Dialog>
  )
}

/** The length as a tape says it. */
function TypedLength({ gender, onMeasured }: Pick<MeasureDialogProps, 'gender' | 'onMeasured'>) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const inches = typedInches(text)
  function send(event: FormEvent) {
    event.preventDefault()
    if (inches === null)
      return setError('Type the length in inches, between 20 and 60, such as 36.5 or 36 1/2.')
    const size = sizeOfBelt(gender, inches)
    if (size === 'short' || size === 'long') return setError(measuredSentence(gender, inches))
    onMeasured(size, inches)
  }
  return (
    <form className="measure-typed" onSubmit={send} noValidate>
      <TextField
        label="Length in inches"
        hint="With a tape, from the bar of the buckle to the hole you use. Centimeters are fine, too: 92 cm."
        value={text}
        inputMode="decimal"
        autoComplete="off"
        error={error}
        onChange={(value) => {
          setText(value)
          setError(null)
        }}
      />
      <p className="note" aria-live="polite">
        {inches === null ? '' : measuredSentence(gender, inches)}
      </p>
      <button className="btn btn-1" type="submit">
        Use this length
      </button>
    </form>
  )
}
