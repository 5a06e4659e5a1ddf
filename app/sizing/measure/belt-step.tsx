import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import type { Gender } from '../../../domain/belt.ts'
import { measurable, measuredSentence, mmPerInch, sizeOfBelt, toTenth } from '../../../domain/measured.ts'
import { BeltPortion } from './belt-portion.tsx'
import { FineRange } from './fine-range.tsx'
import { type Axis, portionOf } from './screen-scale.ts'
import { useDrag } from './use-drag.ts'

/** Pixels before the first line and after the last, where a thumb has room. */
const margin = 26

type BeltStepProps = {
  axis: Axis
  gender: Gender
  pixelsPerMm: number
  onMeasured: (size: string, inches: number) => void
  onBack: () => void
}

/**
 * Measures a belt that is longer than the screen: it is laid along the drawing portion by portion, and marked with a thumb
 * in between, until the hole in use is on the screen and the drawing's is dragged to it.
 */
export function BeltStep({ axis, gender, pixelsPerMm, onMeasured, onBack }: BeltStepProps) {
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(stage)
  const [laid, setLaid] = useState(0)
  const [isFolded, setFolded] = useState(false)
  /** inches from the first line to the hole; null: not dragged in this portion */
  const [at, setAt] = useState<number | null>(null)
  const inch = pixelsPerMm * mmPerInch
  const room = axis === 'down' ? size.height : size.width
  const portion = portionOf(room - 2 * margin, pixelsPerMm)
  const before = laid * portion
  const shownAt = at ?? portion / 2
  const put = (next: number) => setAt(Math.min(portion, Math.max(0, next)))
  const drag = useDrag(axis, shownAt, (by, from) => put(from + by / inch))
  const total = toTenth((before + shownAt) * (isFolded ? 2 : 1))
  const isHere = at !== null && total >= measurable.least && total <= measurable.most
  const found = isHere ? sizeOfBelt(gender, total) : null
  const hasSize = found !== null && found !== 'short' && found !== 'long'
  const move = (by: 1 | -1) => {
    setLaid(laid + by)
    setAt(null)
  }
  const place = { '--first': `${margin}px`, '--last': `${margin + portion * inch}px` }
  const ring = { '--ring': `${margin + shownAt * inch}px` }
  return (
    <>
      <p className="measure-words" aria-live="polite">
        {isHere ? <b>{measuredSentence(gender, total)}</b> : wordsFor(laid, isFolded)}
      </p>
      <div
        ref={stage}
        className={`measure-stage belt-stage is-${axis}`}
        style={{ ...place, ...ring } as CSSProperties}
        {...drag}
      >
        <BeltPortion {...{ axis, ...size, pixelsPerMm, before, portion, margin, isFolded }} ring={shownAt} />
        <span className="measure-line">
          <small>{laid === 0 ? 'bar' : `your mark, ${before}`}</small>
        </span>
        <span className="measure-line is-last">
          <small>{`mark here, ${before + portion}`}</small>
        </span>
        <span className="measure-line measure-grip is-ring">
          <i />
        </span>
      </div>
      <div className="measure-foot">
        <FineRange
          label={isFolded ? 'The fold' : 'The hole'}
          text={`${toTenth(shownAt)} inches along, a belt of ${total} inches`}
          value={toTenth(shownAt)}
          min={0}
          max={portion}
          step={0.1}
          onChange={put}
        />
        <p className="measure-acts">
          <button className="btn btn-3" type="button" onClick={laid === 0 ? onBack : () => move(-1)}>
            Back
          </button>
          {hasSize ? (
            <button className="btn btn-1" type="button" onClick={() => onMeasured(found, total)}>
              {`Use size ${found}`}
            </button>
          ) : (
            <button
              className="btn btn-2"
              type="button"
              aria-disabled={before + portion >= measurable.most || undefined}
              onClick={() => before + portion < measurable.most && move(1)}
            >
              {`Move on ${portion} inches`}
            </button>
          )}
        </p>
        {laid === 0 ? (
          <button className="text-btn note" type="button" onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Lay it out straight instead' : 'Half the moves: lay it down folded'}
          </button>
        ) : (
          <p className="note quiet">
            {`${before} inches so far. A move may be off by a tenth; sizes are two inches apart.`}
          </p>
        )}
      </div>
    </>
  )
}

function wordsFor(laid: number, isFolded: boolean): string {
  const [first, last] = isFolded
    ? ['Buckle the belt in the hole you use, and press it flat. Lay the bar', 'fold']
    : ['Lay the bar of your buckle', 'hole you use']
  return `${laid === 0 ? first : 'Lay your mark'} on the first line. Drag the ring to the ${last}. Not on the screen yet? Hold your thumb at the last line, and move on.`
}

/** An element's inner size in pixels. */
function useSize(element: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => setSize({ width: current.clientWidth, height: current.clientHeight })
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [element])
  return size
}
