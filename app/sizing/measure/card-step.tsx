import { type CSSProperties, useState } from 'react'
import { bankCard } from '../../../domain/measured.ts'
import { FineRange } from './fine-range.tsx'
import { type Axis, cardSide, pixels } from './screen-scale.ts'
import { useDrag } from './use-drag.ts'

type CardStepProps = {
  axis: Axis
  /** the zoom changed since a card was laid */
  isAgain: boolean
  onSet: (pixelsPerMm: number) => void
}

/** Sets the screen's scale: a bank card, which is as large everywhere, is laid on it, and a line dragged to its edge. */
export function CardStep({ axis, isAgain, onSet }: CardStepProps) {
  const mm = cardSide[axis]
  const [scale, setScale] = useState(pixels[axis])
  const limited = (next: number) => Math.min(pixels.most, Math.max(pixels.fewest, next))
  const drag = useDrag(axis, scale, (by, from) => setScale(limited(from + by / mm)))
  const edge = axis === 'down' ? 'lower' : 'right'
  const card = {
    '--card-width': `${bankCard.width * scale}px`,
    '--card-height': `${bankCard.height * scale}px`,
    '--card-corner': `${bankCard.corner * scale}px`,
  } as CSSProperties
  return (
    <>
      <p className="measure-words">
        {isAgain && <b>The page’s zoom changed, so let’s set the scale again. </b>}
        {axis === 'down'
          ? 'Lay a bank card across the screen, its upper edge on the upper line. It may stick out at the sides. Drag the lower line to its lower edge.'
          : 'Lay a bank card on the screen, its left edge on the left line. Drag the right line to its right edge.'}
      </p>
      <div className={`measure-stage card-stage is-${axis}`} style={card} {...drag}>
        <div className="measure-card" aria-hidden="true">
          <span>bank card</span>
        </div>
        <span className="measure-line" />
        <span className="measure-line measure-grip">
          <i />
        </span>
      </div>
      <div className="measure-foot">
        <FineRange
          label={`The card’s ${edge} edge`}
          text={`The card is ${Math.round(mm * scale)} pixels ${axis === 'down' ? 'high' : 'wide'}`}
          value={Math.round(mm * scale * 2) / 2}
          min={Math.ceil(mm * pixels.fewest)}
          max={Math.floor(mm * pixels.most)}
          step={0.5}
          onChange={(length) => setScale(limited(length / mm))}
        />
        <button className="btn btn-1" type="button" onClick={() => onSet(scale)}>
          The lines meet its edges
        </button>
      </div>
    </>
  )
}
